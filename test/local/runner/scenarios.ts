import { DatabaseSync } from 'node:sqlite';
import { openRunner } from '#lib/local/runner/runner.ts';
import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';
import { fork, ids, never, noon } from '#test/support/state-machine.ts';
import type { Answer } from '#test/support/state-machine.ts';

/** The functions that the state machine calls. */
export type Names = 'advance' | 'pause' | 'fail';
type Scripts = Record<Names, (call: number, lane: string) => Answer>;

/** The visible behaviour of a state machine: its calls with inputs and times, and its history. */
export type Sight = unknown[];

type Play = {
  runner: EmbeddedRunner;
  tokens: string[];
  later: (seconds: number) => Promise<void>;
};

/** A scenario of `bot-run`. */
export type Scenario = (definition: object) => Promise<Sight>;

const done = { next: 'done' };
const ask = (seconds: number) => ({ next: 'pause', node_id: 'ask', timeout_seconds: seconds });

const isData = ([name]: [string, unknown]): boolean => ['name', 'input', 'output'].includes(name);

const quiet: Scripts = { advance: () => done, pause: () => ({}), fail: () => ({}) };

/** Runs a script of function answers; `lead` does everything else that happens. */
const scenario =
  (scripts: Partial<Scripts>, lead: (play: Play) => Promise<void>): Scenario =>
  async (definition) => {
    const time = { now: noon };
    const sight: Sight = [];
    const tokens: string[] = [];
    const calls = new Map<string, number>();
    const answer = (name: Names) => async (payload: unknown) => {
      const { token, lane = '' } = Object(payload);
      if (token) tokens.push(token);
      const call = calls.get(name + lane) ?? 0;
      calls.set(name + lane, call + 1);
      sight.push([time.now - noon, name, { ...Object(payload), token: typeof token }]);
      const given = { ...quiet, ...scripts }[name](call, lane);
      if (given instanceof Error) throw given;
      return given === 'hang' ? never() : given;
    };
    const runner = openRunner({
      database: new DatabaseSync(':memory:'),
      definition,
      functions: { advance: answer('advance'), pause: answer('pause'), fail: answer('fail') },
      clock: () => time.now,
      random: () => 0.5,
      trace: ({ run, type, details = {} }) => {
        sight.push([run, type, Object.fromEntries(Object.entries(details).filter(isData))]);
      },
    });
    const later = async (seconds: number) => {
      time.now += seconds * 1000;
      runner.wake();
      await settled(runner);
    };
    await runner.start('run-1', ids);
    await settled(runner);
    await lead({ runner, tokens, later });
    sight.push(runner.status('run-1'));
    await runner.drain(0);
    return sight;
  };

/** Waits until nothing continues by itself; a hanging call would never let the runner be idle. */
async function settled(runner: EmbeddedRunner): Promise<void> {
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  await Promise.race([runner.idle(), turns()]);
}

const nobody = async () => {};

const forSeconds =
  (seconds: number) =>
  async ({ later }: Play): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) await later(1);
  };

/** Looks less often after a while, for what takes longer. */
const forMinutes = async (play: Play): Promise<void> => {
  await forSeconds(80)(play);
  for (let looks = 0; looks < 25; looks += 1) await play.later(10);
};

const inTurn =
  (...answers: Answer[]) =>
  (call: number): Answer =>
    answers[call] ?? done;

const named = (name: string): Error => Object.assign(new Error('It did not work.'), { name });

/** The scenarios of `bot-run` without errors. */
export const ways: Record<string, Scenario> = {
  'it ends at once': scenario({}, nobody),
  'it waits until a time': scenario(
    { advance: inTurn({ next: 'delay', until: '2026-03-01T12:01:00Z' }, { next: 'again' }) },
    ({ later }) => later(60),
  ),
  'it asks a person': scenario({ advance: inTurn(ask(60)) }, async ({ runner, tokens, later }) => {
    await runner.resume(tokens[0] ?? '');
    await later(1);
  }),
  'nobody answers': scenario({ advance: inTurn(ask(60)) }, ({ later }) => later(60)),
  'it forks into lanes': scenario(
    { advance: (call, lane) => (call || lane ? done : fork(2, { max_concurrency: 1 })) },
    nobody,
  ),
  'the bot fails': scenario(
    { advance: inTurn({ next: 'failed', error: 'NodeFailed', cause: 'It broke.' }) },
    nobody,
  ),
  'a lane fails': scenario(
    {
      advance: (call, lane) =>
        lane ? { next: 'failed', error: 'E', cause: 'C' } : ([fork(1)][call] ?? done),
    },
    nobody,
  ),
  'a lane fails that ends those beside it': scenario(
    {
      advance: (call, lane) =>
        lane
          ? { next: 'failed', error: 'E', cause: 'C' }
          : ([fork(2, { max_concurrency: 1, fails_all: true })][call] ?? done),
    },
    nobody,
  ),
  'the engine says what nobody knows': scenario({ advance: inTurn({ next: 'what' }) }, nobody),
  'the engine breaks': scenario({ advance: () => named('TypeError') }, nobody),
  'the hand-over breaks': scenario(
    { advance: inTurn(ask(60)), pause: () => named('TypeError') },
    nobody,
  ),
  'the engine never answers': scenario({ advance: () => 'hang' }, ({ later }) => later(930)),
  'the last call never ends': scenario(
    { advance: inTurn({ next: 'what' }), fail: () => 'hang' },
    forSeconds(70),
  ),
  'the last call breaks': scenario(
    { advance: inTurn({ next: 'what' }), fail: () => named('TypeError') },
    nobody,
  ),
  'a lane never ends': scenario(
    { advance: (call, lane) => (lane ? ask(90_000_000) : ([fork(1)][call] ?? done)) },
    ({ later }) => later(31_536_000),
  ),
};

/** The engine's first answers, which lead to a call of the function. */
const first: Record<Names, Answer[]> = {
  advance: [],
  pause: [ask(3600)],
  fail: [{ next: 'what' }],
};

/** A function fails with an error: the first time only, or always, for longer than all retries. */
export const failing = (name: Names, error: string, how: 'once' | 'always'): Scenario => {
  const fails = (call: number): Answer => (how === 'always' || call === 0 ? named(error) : done);
  const scripts = { advance: inTurn(...first[name]), [name]: fails };
  return scenario(scripts, how === 'always' ? forMinutes : forSeconds(2));
};
