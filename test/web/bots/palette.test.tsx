import '@testing-library/jest-dom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { matchingKinds } from '#web/pages/bots/editor/document/kind-groups.ts';
import { Palette } from '#web/pages/bots/editor/canvas/palette.tsx';

const kinds: NodeKind[] = ['end', 'condition', 'delay', 'approval', 'http_request', 'note'];

const open = () => {
  const calls: string[] = [];
  render(
    <Palette
      kinds={kinds}
      focused
      place="after Start"
      onPick={(kind) => calls.push(kind)}
      onClose={() => calls.push('closed')}
    />,
  );
  return calls;
};

afterEach(cleanup);

const names = () =>
  screen.getAllByRole('option').map((one) => one.querySelector('strong')?.textContent);

describe('the palette of node kinds', () => {
  it('takes the focus, names the place of the node and lists all kinds', () => {
    open();
    expect(screen.getByRole('combobox')).toHaveFocus();
    expect(screen.getByText('Will be added after Start.')).toBeInTheDocument();
    expect(names()).toEqual(kinds.map((kind) => nodeFacts[kind].label));
  });

  it('supports search and selection with the keyboard', async () => {
    const calls = open();
    await userEvent.keyboard('wait');
    expect(names()).toEqual(['Delay']);
    await userEvent.keyboard('{Enter}');
    expect(names()).toHaveLength(kinds.length);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}{Escape}');
    expect(calls).toEqual(['delay', 'condition', 'closed']);
  });

  it('reports that no kind matches and ignores Enter then', async () => {
    const calls = open();
    await userEvent.keyboard('zebra{Enter}');
    expect(screen.getByText('No kind of node matches.')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('adds a node on a click', async () => {
    const calls = open();
    await userEvent.click(screen.getByText('Approval'));
    expect(calls).toEqual(['approval']);
  });

  it('shows every node kind in its group', () => {
    const all = Object.keys(nodeFacts) as NodeKind[];
    render(
      <Palette
        kinds={all}
        focused={false}
        place={undefined}
        onPick={() => undefined}
        onClose={() => undefined}
      />,
    );
    const groups = screen.getAllByRole('group').map((group) => [
      group.getAttribute('aria-label'),
      within(group)
        .getAllByRole('option')
        .map((one) => one.querySelector('strong')?.textContent),
    ]);
    const labelsOf = (group: string) =>
      all.filter((kind) => nodeFacts[kind].group === group).map((kind) => nodeFacts[kind].label);
    expect(groups).toEqual(
      ['Flow', 'People', 'Work', 'Notes'].map((group) => [group, labelsOf(group)]),
    );
    expect(names()).toHaveLength(all.length);
  });

  it.each([
    ['http', ['http_request']],
    ['asks PEOPLE', ['approval']],
    ['', kinds],
  ])('finds kinds that match every word of %j', (text, found) => {
    expect(matchingKinds(kinds, text)).toEqual(found);
  });
});
