import {
  requestOf,
  type RunPlan,
  savedInput,
  takesPins,
} from '#web/pages/bots/editor/running/run-plan.ts';

const plain: RunPlan = {
  part: 'all',
  run: undefined,
  text: '{"severity": "HIGH"}',
  dryRun: false,
  withoutCache: false,
  usePins: false,
  force: false,
};
const earlier = { id: 'exc_1', name: 'Run of today' };

const planned = (patch: Partial<RunPlan>, node?: string, saved?: { value: unknown }) =>
  requestOf({ ...plain, ...patch }, node, saved);

describe('a run by hand', () => {
  it('asks for nothing but the input where nothing else was chosen', () => {
    expect(planned({}, 'ask')).toEqual({ start: { input: { severity: 'HIGH' } } });
  });

  it('goes up to a node, with every option', () => {
    const options = { dryRun: true, withoutCache: true, usePins: true, force: true };
    expect(planned({ part: 'until', text: '', ...options }, 'ask')).toEqual({
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

  it('takes the input of a run that has been, not what is written', () => {
    expect(planned({ run: earlier }, undefined, { value: { a: 1 } })).toEqual({
      start: { input: { a: 1 } },
    });
  });

  it('goes on from a node of a run that has been', () => {
    expect(planned({ part: 'from', run: earlier, usePins: true }, 'ask')).toEqual({
      resume: { id: 'exc_1', from: 'ask' },
    });
  });

  it.each<[string, Partial<RunPlan>, { value: unknown } | undefined, RegExp]>([
    ['a run to go on from', { part: 'from' }, undefined, /^Choose a run/],
    ['the input of the chosen run', { run: earlier }, undefined, /still being read/],
    ['an input that is an object', { run: earlier }, { value: [1] }, /no JSON object/],
    ['JSON', { text: 'severity' }, undefined, /^This is not JSON/],
  ])('says that it lacks %s', (_what, patch, saved, sentence) => {
    expect(planned(patch, 'ask', saved)).toEqual({ problem: expect.stringMatching(sentence) });
  });

  it('had no input where a schedule began it', () => {
    expect(savedInput(undefined)).toEqual({ input: {} });
  });
});

describe('pinned data', () => {
  const draft = { draft_version: 3, status: 'disabled' } as const;

  it.each<[string, Parameters<typeof takesPins>[0], boolean]>([
    ['is taken where a bot that nobody has published is tried', draft, true],
    [
      'is taken where a draft is tried',
      { ...draft, status: 'enabled', published_version: 2 },
      true,
    ],
    ['is taken where the bot does not run by itself', { ...draft, published_version: 3 }, true],
    [
      'is left alone where the bot is at work',
      { ...draft, status: 'enabled', published_version: 3 },
      false,
    ],
  ])('%s', (_when, bot, taken) => {
    expect(takesPins(bot, 2)).toBe(taken);
    expect(takesPins(bot, 0)).toBe(false);
  });
});
