import {
  initialRunData,
  requestOf,
  type RunPlan,
  toRunInput,
  usesPinsByDefault,
} from '#web/pages/bots/editor/running/run-plan.ts';

const basePlan: RunPlan = {
  part: 'all',
  run: undefined,
  event: undefined,
  text: '{"severity": "HIGH"}',
  dryRun: false,
  withoutCache: false,
  usePins: false,
  force: false,
};
const receivedEvent = {
  kind: 'event',
  listener_id: 'lst_1',
  id: 'evt_1',
  name: 'Event of today',
} as const;
const earlierRun = { id: 'exc_1', name: 'Run of today' };

const requestFor = (patch: Partial<RunPlan>, node?: string, saved?: { value: unknown }) =>
  requestOf({ ...basePlan, ...patch }, node, saved);

describe('the request for a manual run', () => {
  it('contains only the input by default', () => {
    expect(requestFor({}, 'ask')).toEqual({ start: { input: { severity: 'HIGH' } } });
  });

  it('contains the last node and all options', () => {
    const options = { dryRun: true, withoutCache: true, usePins: true, force: true };
    expect(requestFor({ part: 'until', text: '', ...options }, 'ask')).toEqual({
      start: {
        input: {},
        until: 'ask',
        dry_run: true,
        caching_settings: false,
        use_pins: true,
        forceStart: true,
      },
    });
  });

  it('takes the input of an earlier run instead of the typed input', () => {
    expect(requestFor({ run: earlierRun }, undefined, { value: { a: 1 } })).toEqual({
      start: { input: { a: 1 } },
    });
  });

  it('resumes an earlier run from a node', () => {
    expect(requestFor({ part: 'from', run: earlierRun, usePins: true }, 'ask')).toEqual({
      resume: { id: 'exc_1', from: 'ask' },
    });
    expect(requestFor({ part: 'from', run: earlierRun, dryRun: true }, 'ask')).toEqual({
      resume: { id: 'exc_1', from: 'ask', dry_run: true },
    });
  });

  it('takes an event of the listener instead of an input', () => {
    expect(requestFor({ event: receivedEvent, dryRun: true })).toEqual({
      start: { event: { listener_id: 'lst_1', event_id: 'evt_1' }, dry_run: true },
    });
  });

  it.each<[string, Partial<RunPlan>, { value: unknown } | undefined, RegExp]>([
    ['a run to go on from', { part: 'from' }, undefined, /^Choose a run/],
    ['the input of the chosen run', { run: earlierRun }, undefined, /still being read/],
    ['an input that is an object', { run: earlierRun }, { value: [1] }, /not a JSON object/],
    ['JSON', { text: 'severity' }, undefined, /^This is not JSON/],
  ])('reports a missing value: %s', (_what, patch, saved, sentence) => {
    expect(requestFor(patch, 'ask', saved)).toEqual({ problem: expect.stringMatching(sentence) });
  });

  it('takes an empty input from a run started by a schedule', () => {
    expect(toRunInput(undefined)).toEqual({ input: {} });
  });
});

describe('the default data of a manual run', () => {
  const event = { _id: 'evt_1', received_at: '2026-11-21T10:00:00.000Z', payload: {} };
  const listenerEvents = { listener_id: 'lst_1', name: 'Alarms', events: [event], paths: [] };

  it('is the event or JSON chosen for tests of nodes', () => {
    expect(initialRunData(receivedEvent, undefined)).toEqual({ event: receivedEvent, text: '{}' });
    const jsonInput = { kind: 'json', text: '{"a": 1}' } as const;
    expect(initialRunData(jsonInput, listenerEvents)).toEqual({
      event: undefined,
      text: '{"a": 1}',
    });
  });

  it('is otherwise the newest event of the listener, if there is one', () => {
    const run = { kind: 'run', ...earlierRun } as const;
    expect(initialRunData(run, listenerEvents).event).toMatchObject({
      id: 'evt_1',
      listener_id: 'lst_1',
    });
    expect(initialRunData(run, { ...listenerEvents, events: [] }).event).toBeUndefined();
    expect(initialRunData({ kind: 'none' }, undefined)).toEqual({ event: undefined, text: '{}' });
  });
});

describe('pinned data in a manual run', () => {
  const draft = { draft_version: 3, status: 'disabled' } as const;

  it.each<[string, Parameters<typeof usesPinsByDefault>[0], boolean]>([
    ['is used by default for an unpublished bot', draft, true],
    [
      'is used by default for a draft of an enabled bot',
      { ...draft, status: 'enabled', published_version: 2 },
      true,
    ],
    ['is used by default for a disabled bot', { ...draft, published_version: 3 }, true],
    [
      'is not used by default for the published version of an enabled bot',
      { ...draft, status: 'enabled', published_version: 3 },
      false,
    ],
  ])('%s', (_when, bot, expected) => {
    expect(usesPinsByDefault(bot, 2)).toBe(expected);
    expect(usesPinsByDefault(bot, 0)).toBe(false);
  });
});
