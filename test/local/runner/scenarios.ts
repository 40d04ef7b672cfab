import { DatabaseSync } from 'node:sqlite';
import { openRunner } from '#lib/local/runner/runner.ts';
import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';
import { fork, ids, neverReturns, noon } from '#test/support/state-machine.ts';
import type { EngineAnswer } from '#test/support/state-machine.ts';

/** The functions that the state machine calls. */
export type FunctionName = 'advance' | 'pause' | 'fail';
type Scripts = Record<FunctionName, (call: number, lane: string) => EngineAnswer>;

/** The visible behaviour of a state machine: its calls with inputs and times, and its history. */
export type ObservedBehaviour = unknown[];

type ScenarioControls = {
  runner: EmbeddedRunner;
  tokens: string[];
  later: (seconds: number) => Promise<void>;
};

/** A scenario of `bot-run`. */
export type Scenario = (definition: object) => Promise<ObservedBehaviour>;

const done = { next: 'done' };
const ask = (seconds: number) => ({ next: 'pause', node_id: 'ask', timeout_seconds: seconds });

const isData = ([name]: [string, unknown]): boolean => ['name', 'input', 'output'].includes(name);

const defaultScripts: Scripts = { advance: () => done, pause: () => ({}), fail: () => ({}) };

/** Runs a script of function answers; `lead` does everything else that happens. */
const createScenario =
  (scripts: Partial<Scripts>, lead: (play: ScenarioControls) => Promise<void>): Scenario =>
  async (definition) => {
    const time = { now: noon };
    const sight: ObservedBehaviour = [];
    const tokens: string[] = [];
    const calls = new Map<string, number>();
    const answer = (name: FunctionName) => async (payload: unknown) => {
      const { token, lane = '' } = Object(payload);
      if (token) tokens.push(token);
      const call = calls.get(name + lane) ?? 0;
      calls.set(name + lane, call + 1);
      sight.push([time.now - noon, name, { ...Object(payload), token: typeof token }]);
      const result = { ...defaultScripts, ...scripts }[name](call, lane);
      if (result instanceof Error) throw result;
      return result === 'hang' ? neverReturns() : result;
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
      await waitUntilSettled(runner);
    };
    await runner.start('run-1', ids);
    await waitUntilSettled(runner);
    await lead({ runner, tokens, later });
    sight.push(runner.status('run-1'));
    await runner.drain(0);
    return sight;
  };

/** Waits until nothing continues by itself; a hanging call would never let the runner be idle. */
async function waitUntilSettled(runner: EmbeddedRunner): Promise<void> {
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  await Promise.race([runner.idle(), turns()]);
}

const doNothing = async () => {};

const advanceSeconds =
  (seconds: number) =>
  async ({ later }: ScenarioControls): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) await later(1);
  };

/** Looks less often after a while, for what takes longer. */
const advanceMinutes = async (play: ScenarioControls): Promise<void> => {
  await advanceSeconds(80)(play);
  for (let looks = 0; looks < 25; looks += 1) await play.later(10);
};

const answersInOrder =
  (...answers: EngineAnswer[]) =>
  (call: number): EngineAnswer =>
    answers[call] ?? done;

const errorNamed = (name: string): Error => Object.assign(new Error('It did not work.'), { name });

/** The scenarios of `bot-run` without errors. */
export const errorFreeScenarios: Record<string, Scenario> = {
  'it ends at once': createScenario({}, doNothing),
  'it waits until a time': createScenario(
    {
      advance: answersInOrder({ next: 'delay', until: '2026-03-01T12:01:00Z' }, { next: 'again' }),
    },
    ({ later }) => later(60),
  ),
  'it asks a person': createScenario(
    { advance: answersInOrder(ask(60)) },
    async ({ runner, tokens, later }) => {
      await runner.resume(tokens[0] ?? '');
      await later(1);
    },
  ),
  'nobody answers': createScenario({ advance: answersInOrder(ask(60)) }, ({ later }) => later(60)),
  'it forks into lanes': createScenario(
    { advance: (call, lane) => (call || lane ? done : fork(2, { max_concurrency: 1 })) },
    doNothing,
  ),
  'the bot fails': createScenario(
    { advance: answersInOrder({ next: 'failed', error: 'NodeFailed', cause: 'It broke.' }) },
    doNothing,
  ),
  'a lane fails': createScenario(
    {
      advance: (call, lane) =>
        lane ? { next: 'failed', error: 'E', cause: 'C' } : ([fork(1)][call] ?? done),
    },
    doNothing,
  ),
  'a lane fails that ends those beside it': createScenario(
    {
      advance: (call, lane) =>
        lane
          ? { next: 'failed', error: 'E', cause: 'C' }
          : ([fork(2, { max_concurrency: 1, fails_all: true })][call] ?? done),
    },
    doNothing,
  ),
  'the engine says what nobody knows': createScenario(
    { advance: answersInOrder({ next: 'what' }) },
    doNothing,
  ),
  'the engine breaks': createScenario({ advance: () => errorNamed('TypeError') }, doNothing),
  'the hand-over breaks': createScenario(
    { advance: answersInOrder(ask(60)), pause: () => errorNamed('TypeError') },
    doNothing,
  ),
  'the engine never answers': createScenario({ advance: () => 'hang' }, ({ later }) => later(930)),
  'the last call never ends': createScenario(
    { advance: answersInOrder({ next: 'what' }), fail: () => 'hang' },
    advanceSeconds(70),
  ),
  'the last call breaks': createScenario(
    { advance: answersInOrder({ next: 'what' }), fail: () => errorNamed('TypeError') },
    doNothing,
  ),
  'a lane never ends': createScenario(
    { advance: (call, lane) => (lane ? ask(90_000_000) : ([fork(1)][call] ?? done)) },
    ({ later }) => later(31_536_000),
  ),
};

/** The engine's first answers, which lead to a call of the function. */
const leadingAnswers: Record<FunctionName, EngineAnswer[]> = {
  advance: [],
  pause: [ask(3600)],
  fail: [{ next: 'what' }],
};

/** A function fails with an error: the first time only, or always, for longer than all retries. */
export const failureScenario = (
  name: FunctionName,
  error: string,
  frequency: 'once' | 'always',
): Scenario => {
  const fails = (call: number): EngineAnswer =>
    frequency === 'always' || call === 0 ? errorNamed(error) : done;
  const scripts = { advance: answersInOrder(...leadingAnswers[name]), [name]: fails };
  return createScenario(scripts, frequency === 'always' ? advanceMinutes : advanceSeconds(2));
};
