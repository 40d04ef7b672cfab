import { render, screen } from '@testing-library/react';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { bodyOf, excerptOf } from '#web/pages/service-portal/description.ts';
import { RunBadge } from '#web/pages/service-portal/statuses.tsx';
import { Steps } from '#web/pages/service-portal/steps.tsx';
import { withStepState } from '#web/pages/service-portal/progress.ts';

describe('the description of an app', () => {
  it.each([
    ['without a heading is shown whole', 'Hires.\n\nAsks first.', 'Hires.\n\nAsks first.'],
    [
      'is shown from below its first heading',
      '# Hire\n\nHires.\n\n## More\nx',
      'Hires.\n\n## More\nx',
    ],
    ['begins after the heading, even with text above it', 'Old\n# Hire\nHires.', 'Hires.'],
    ['is empty if it consists of a heading only', '# Hire', ''],
    ['may contain a # that is not a heading', '#1 in hiring', '#1 in hiring'],
    [
      'may contain a code comment that is not a heading',
      'Runs:\n```sh\n# tidy\nrm x\n```\nThen rests.',
      'Runs:\n```sh\n# tidy\nrm x\n```\nThen rests.',
    ],
    ['begins after the first heading outside of code', '~~~\n# x\n~~~\n# Hire\nHires.', 'Hires.'],
  ])('%s', (_name, text, body) => {
    expect(bodyOf(text)).toBe(body);
  });

  it.each([
    ['its first paragraph', '# Hire\n\nHires\nsomebody.\n\nAsks.', 'Hires somebody.'],
    ['no further heading', '# Hire\n\n## What\n\nHires.', 'Hires.'],
    ['no markup', 'A **bold** `word` and [a link](https://a.example).', 'A bold word and a link.'],
    ['the entries of a list', '- one\n- two', 'one two'],
    ['names unchanged', 'Reads my_long_name twice', 'Reads my_long_name twice'],
    ['an empty excerpt if it is empty', '', ''],
  ])('is listed with %s', (_name, text, excerpt) => {
    expect(excerptOf(text)).toBe(excerpt);
  });
});

const someRun: PortalRun = {
  _id: 'exc_1',
  bot_id: 'bot_1',
  bot_name: 'Hire',
  state: 'IN_PROGRESS',
  errors: [],
  created_at: '',
  updated_at: '',
  offered: true,
  groups: [],
  decisions: {},
  statuses: { who: 'SUCCEEDED', fetch: 'IN_PROGRESS', lost: 'FAILED' },
  waits: [],
  entered: [],
};

describe('a live update of a step', () => {
  const after = (node_name: string, status: 'IN_PROGRESS' | 'SUCCEEDED', lane?: string) =>
    withStepState(someRun, { node_name, status, ...(lane && { lane }) }).statuses;

  it('sets the state of the step at once', () => {
    expect(after('fetch', 'SUCCEEDED')).toEqual({ ...someRun.statuses, fetch: 'SUCCEEDED' });
    expect(after('ask', 'IN_PROGRESS')).toEqual({ ...someRun.statuses, ask: 'IN_PROGRESS' });
  });

  it('changes nothing after the step or the run has ended', () => {
    expect(after('who', 'IN_PROGRESS')).toBe(someRun.statuses);
    expect(after('lost', 'IN_PROGRESS')).toBe(someRun.statuses);
    const ended = { ...someRun, state: 'CANCELLED' as const };
    expect(withStepState(ended, { node_name: 'ask', status: 'IN_PROGRESS' })).toBe(ended);
  });

  it("in a loop's iteration, or of the run, does not change the step", () => {
    expect(after('fetch', 'SUCCEEDED', 'each.000001')).toBe(someRun.statuses);
    expect(after('', 'SUCCEEDED')).toBe(someRun.statuses);
  });
});

describe('the badge of a run', () => {
  it.each([
    ['SUCCEEDED', 'green', ''],
    ['IN_PROGRESS', 'severity-medium', ''],
    ['WAITING_FOR_INPUT', 'severity-medium', ''],
    ['CANCELLED', '', 'orange'],
    ['FAILED', 'red', ''],
  ] as const)('has the colour of %s', (state, badgeColor, mixedColor) => {
    const { container } = render(<RunBadge run={{ state }} />);
    const html = container.innerHTML;
    expect(html).toMatch(
      mixedColor === '' ? `badge-color-${badgeColor}` : /color-mix\([^)]*orange/,
    );
  });
});

describe('a run without known steps', () => {
  it.each([
    [false, 'No steps of this run are known, because the service portal no longer has its app.'],
    [true, 'There is nothing to follow here: this app does its work in one go.'],
  ])('shows why (its app is in the portal: %s)', (offered, text) => {
    render(<Steps groups={[]} run={{ ...someRun, offered }} />);
    expect(screen.getByText(text)).toBeVisible();
  });
});
