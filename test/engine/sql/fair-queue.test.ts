import * as fc from 'fast-check';
import { createFairQueue } from '#lib/engine/sql/fair-queue.ts';
import { caseCount } from '#test/support/thorough.ts';

const most = 2;
const stay = 2;

class QueueFullError extends Error {}

/** One step of a story: somebody asks or leaves, the running query ends, or time passes. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ who: fc.nat(2), key: fc.nat(1), at: fc.constant('ask') }) },
  { weight: 1, arbitrary: fc.record({ one: fc.nat(), at: fc.constant('leave') }) },
  { weight: 5, arbitrary: fc.record({ fails: fc.boolean(), at: fc.constant('end') }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('pass') }) },
);

type TurnRequest = {
  asker: number;
  state: 'waits' | 'runs' | 'over' | 'left' | 'refused';
  /** What began since it was requested, in order. */
  before: number[];
  /** It was its asker's only one, and the asker waited for what ran. */
  isFirst: boolean;
  ran: number | undefined;
  controller: AbortController;
  end: (fails: boolean) => void;
};

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The turns of a story, and the state of each request. */
const open = () => {
  let time = 0;
  const turns = createFairQueue({
    maxWaiting: most,
    maxTurnMs: stay,
    now: () => time,
    tooMany: () => new QueueFullError('Full.'),
  });
  const all: TurnRequest[] = [];
  const errors: string[] = [];
  let turn: { asker: number; key: number; until?: number } | undefined;
  const live = (state: TurnRequest['state']) => all.filter((one) => one.state === state);

  const ask = (asker: number, key: number): void => {
    const ownTurns = all.filter(
      (one) => one.asker === asker && ['waits', 'runs'].includes(one.state),
    );
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one: TurnRequest = {
      asker,
      state: 'waits',
      before: [],
      isFirst: ownTurns.length === 0,
      ran: live('runs')[0]?.asker,
      controller: new AbortController(),
      end: (fails) => (fails ? reject(new Error('Failed.')) : resolve()),
    };
    const full = ownTurns.filter(({ state }) => state === 'waits').length >= most;
    all.push(one);
    const execute = async () => {
      if (live('runs').length > 0) errors.push('Two run.');
      const waiting = live('waits');
      if (waiting.find((other) => other.asker === asker) !== one)
        errors.push('It is before another.');
      one.state = 'runs';
      const isMore = turn?.asker === asker && waiting.some((other) => other.asker !== asker);
      if (isMore && turn?.key !== key) errors.push('A turn goes on with another key.');
      if (isMore && time >= (turn?.until ?? 0)) errors.push('A turn goes on too long.');
      turn = turn?.asker === asker ? { ...turn, key } : { asker, key };
      for (const other of live('waits')) other.before.push(asker);
      await promise.finally(() => {
        one.state = 'over';
        if (turn) turn.until ??= time + stay;
      });
    };
    const request = {
      owner: String(asker),
      key: String(key),
      execute,
      signal: one.controller.signal,
    };
    turns.take(request).catch((error: unknown) => {
      const isFull = error instanceof QueueFullError;
      if (isFull !== full) errors.push('It is refused for no reason.');
      if (one.state === 'waits') one.state = isFull ? 'refused' : 'left';
    });
  };

  return { ask, all, live, errors, pass: () => (time += 1) };
};

type Story = ReturnType<typeof open>;

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const play = async ({ ask, live, pass }: Story, action: Step): Promise<void> => {
  if ('who' in action) ask(action.who, action.key);
  else if ('one' in action) {
    const waiting = live('waits');
    waiting[action.one % waiting.length]?.controller.abort(new Error('Left.'));
  } else if ('fails' in action) live('runs')[0]?.end(action.fails);
  else pass();
  await settle();
};

/** How often others had a turn: consecutive ones of the same asker count as one. */
const turnsIn = (before: readonly number[]): number[] =>
  before.filter((asker, at) => asker !== before[at - 1]);

describe('the turns of queries', () => {
  it('are fair and ordered, respect their limits and lose no query', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const story = open();
        for (const one of steps) {
          await play(story, one);
          // If somebody waits, something must be running.
          if (story.live('waits').length > 0) expect(story.live('runs')).toHaveLength(1);
          expect(story.errors).toEqual([]);
          const counts = Map.groupBy(story.live('waits'), ({ asker }) => asker);
          for (const ownTurns of counts.values()) expect(ownTurns.length).toBeLessThanOrEqual(most);
          for (const { asker, before, isFirst, ran } of story.all) {
            if (!isFirst) continue;
            expect([undefined, ...before.filter((_, at) => at === 0)]).not.toContain(ran ?? -1);
            const otherTurns = turnsIn(before.filter((other) => other !== asker));
            expect(otherTurns).toHaveLength(new Set(otherTurns).size);
          }
        }
        for (let [running] = story.live('runs'); running; [running] = story.live('runs')) {
          running.end(false);
          await settle();
        }
        expect([...story.live('waits'), ...story.live('runs')]).toEqual([]);
      }),
      { numRuns: caseCount({ usual: 300, thorough: 5000 }) },
    );
  });
});
