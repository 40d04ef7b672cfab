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
  who: number;
  state: 'waits' | 'runs' | 'over' | 'left' | 'refused';
  /** What began since it was requested, in order. */
  before: number[];
  /** It was its asker's only one, and the asker waited for what ran. */
  isFirst: boolean;
  ran: number | undefined;
  leave: AbortController;
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
  const wrong: string[] = [];
  let turn: { who: number; key: number; until?: number } | undefined;
  const live = (state: TurnRequest['state']) => all.filter((one) => one.state === state);

  const ask = (who: number, key: number): void => {
    const own = all.filter((one) => one.who === who && ['waits', 'runs'].includes(one.state));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one: TurnRequest = {
      who,
      state: 'waits',
      before: [],
      isFirst: own.length === 0,
      ran: live('runs')[0]?.who,
      leave: new AbortController(),
      end: (fails) => (fails ? reject(new Error('Failed.')) : resolve()),
    };
    const full = own.filter(({ state }) => state === 'waits').length >= most;
    all.push(one);
    const execute = async () => {
      if (live('runs').length > 0) wrong.push('Two run.');
      const waiting = live('waits');
      if (waiting.find((other) => other.who === who) !== one) wrong.push('It is before another.');
      one.state = 'runs';
      const isMore = turn?.who === who && waiting.some((other) => other.who !== who);
      if (isMore && turn?.key !== key) wrong.push('A turn goes on with another key.');
      if (isMore && time >= (turn?.until ?? 0)) wrong.push('A turn goes on too long.');
      turn = turn?.who === who ? { ...turn, key } : { who, key };
      for (const other of live('waits')) other.before.push(who);
      await promise.finally(() => {
        one.state = 'over';
        if (turn) turn.until ??= time + stay;
      });
    };
    const work = { owner: String(who), key: String(key), execute, signal: one.leave.signal };
    turns.take(work).catch((error: unknown) => {
      const isFull = error instanceof QueueFullError;
      if (isFull !== full) wrong.push('It is refused for no reason.');
      if (one.state === 'waits') one.state = isFull ? 'refused' : 'left';
    });
  };

  return { ask, all, live, wrong, pass: () => (time += 1) };
};

type Story = ReturnType<typeof open>;

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const play = async ({ ask, live, pass }: Story, told: Step): Promise<void> => {
  if ('who' in told) ask(told.who, told.key);
  else if ('one' in told) {
    const waiting = live('waits');
    waiting[told.one % waiting.length]?.leave.abort(new Error('Left.'));
  } else if ('fails' in told) live('runs')[0]?.end(told.fails);
  else pass();
  await settle();
};

/** How often others had a turn: consecutive ones of the same asker count as one. */
const turnsIn = (before: readonly number[]): number[] =>
  before.filter((who, at) => who !== before[at - 1]);

describe('the turns of queries', () => {
  it('are fair and ordered, respect their limits and lose no query', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const story = open();
        for (const one of steps) {
          await play(story, one);
          // If somebody waits, something must be running.
          if (story.live('waits').length > 0) expect(story.live('runs')).toHaveLength(1);
          expect(story.wrong).toEqual([]);
          const counts = Map.groupBy(story.live('waits'), ({ who }) => who);
          for (const own of counts.values()) expect(own.length).toBeLessThanOrEqual(most);
          for (const { who, before, isFirst, ran } of story.all) {
            if (!isFirst) continue;
            expect([undefined, ...before.filter((_, at) => at === 0)]).not.toContain(ran ?? -1);
            const others = turnsIn(before.filter((other) => other !== who));
            expect(others).toHaveLength(new Set(others).size);
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
