import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as z from 'zod';
import type { Call } from '#web/api/client.ts';
import { maxRounds } from '#web/api/full-page.ts';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useList } from '#web/components/use-list.ts';
import { pageParam, textParam } from '#web/components/use-url-state.ts';
import { renderPage } from '../render.tsx';

type Input = { page_number?: number; number_of_items?: number; next?: string; word?: string };
type Row = { _id: string };
type Answer = { items: Row[]; next?: string };

/**
 * A server's list of `count` rows, whose filter looks at `part` of them per answer; `matches`
 * decides which are shown. Every call is recorded, and waits where it is told to.
 */
const serverOf = (count: number, part: number, matches: (n: number) => boolean) => {
  const inputs: Input[] = [];
  let gate: Promise<void> = Promise.resolve();
  const answer = async (input: Input): Promise<Answer> => {
    inputs.push(input);
    if (inputs.length > 1) await gate;
    const size = input.number_of_items ?? 10;
    const items: Row[] = [];
    let at = input.next === undefined ? ((input.page_number ?? 1) - 1) * size : Number(input.next);
    for (
      let scanCount = 0;
      at < count && items.length < size && scanCount < part;
      at += 1, scanCount += 1
    ) {
      if (matches(at)) items.push({ _id: `row ${at}` });
    }
    return { items, ...(at < count && { next: String(at) }) };
  };
  const hold = () => {
    let release = () => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    return () => act(async () => release());
  };
  const call = Object.assign(answer, { routeKey: 'listThings', guard: {}, area: [] });
  return { call: call as unknown as Call<Input, Answer>, asked: inputs, hold };
};

const openList = ({ call }: Pick<ReturnType<typeof serverOf>, 'call'>, at = '/') => {
  const list = listOf({
    id: 'things',
    url: z.object({ page: pageParam, word: textParam }),
    page: 'page',
    filter: ['word'],
    call,
    inputOf: ({ word }) => ({ ...(word !== undefined && { word }) }),
  });
  const Things = () => {
    const listState = useList(list);
    return (
      <ListTable
        {...listState.list}
        title="Things"
        rows="things"
        columns={[{ id: 'name', name: 'Name', isRowHeader: true, cell: ({ _id }: Row) => _id }]}
        keyOf={({ _id }) => _id}
        empty={{ title: 'No things', text: 'There are none.' }}
      />
    );
  };
  return renderPage(<Things />, { path: '/', at });
};

const rows = () => screen.queryAllByText(/^row \d+$/).map(({ textContent }) => textContent);

describe('a list whose server filters a part of the rows in each call', () => {
  it('continues until it finds a distant match, and shows its progress', async () => {
    const server = serverOf(1200, 300, (n) => n === 1100);
    const release = server.hold();
    openList(server, '/?word=rare');
    expect(
      await screen.findByText('No match among 300 things so far, still searching'),
    ).toBeVisible();
    expect(screen.queryByText('No matches')).toBeNull();
    await release();
    expect(await screen.findByText('row 1100')).toBeVisible();
    expect(server.asked).toHaveLength(4);
  });

  it('shows the first matches while it searches for more', async () => {
    const server = serverOf(1200, 300, (n) => n === 5 || n === 1100);
    const release = server.hold();
    openList(server, '/?word=rare');
    expect(await screen.findByText('row 5')).toBeVisible();
    expect(screen.getByText(/300 things were searched .* still searching/)).toBeVisible();
    await release();
    expect(await screen.findByText('row 1100')).toBeVisible();
    expect(rows()).toEqual(['row 5', 'row 1100']);
  });

  it('reports no matches only after the end of the list', async () => {
    const server = serverOf(900, 300, () => false);
    openList(server, '/?word=none');
    expect(await screen.findByText('No matches')).toBeVisible();
    expect(server.asked).toHaveLength(3);
  });

  it('asks whether to continue after many calls, and continues from there', async () => {
    const last = maxRounds * 300 + 10;
    const server = serverOf(last + 1, 300, (n) => n === last);
    openList(server, '/?word=rare');
    expect(await screen.findByText('Nothing found yet')).toBeVisible();
    expect(screen.queryByText('No matches')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Search further' }));
    expect(await screen.findByText(`row ${last}`)).toBeVisible();
    expect(server.asked).toHaveLength(maxRounds + 1);
  });
});

describe('the pages of a list', () => {
  const nextPage = () => userEvent.click(screen.getByRole('button', { name: /next page/i }));

  it('use the cursors of the server, and lead back', async () => {
    const server = serverOf(1000, 300, () => true);
    openList(server);
    await screen.findByText('row 0');
    await nextPage();
    await screen.findByText('row 10');
    await nextPage();
    await screen.findByText('row 20');
    expect(server.asked.map(({ page_number, next }) => page_number ?? `after ${next}`)).toEqual([
      1,
      'after 10',
      'after 20',
    ]);
    await userEvent.click(screen.getByRole('button', { name: /previous page/i }));
    await screen.findByText('row 10');
  });

  it('start at the page number in the address', async () => {
    const server = serverOf(1000, 300, () => true);
    openList(server, '/?page=4');
    await screen.findByText('row 30');
    expect(server.asked[0]?.page_number).toBe(4);
    await nextPage();
    await screen.findByText('row 40');
    expect(server.asked[1]?.next).toBe('40');
  });
});
