import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type MachineName, machines, pascalCase } from '#lib/machines.ts';
import { openRunner } from '#lib/local/runner/runner.ts';
import type { EmbeddedRunner, RunnerOptions } from '#lib/local/runner/runner.ts';
import type { TaskFunction } from '#lib/local/runner/states/state.ts';
import { substitute } from '#lib/local/runner/substitute.ts';

/** The time at which scenes begin. */
export const noon = Date.parse('2026-03-01T12:00:00Z');

export type MachineScene = {
  runner: EmbeddedRunner;
  database: DatabaseSync;
  /** Advances the clock and lets everything that is due continue, until all runs wait again. */
  later: (seconds: number) => Promise<void>;
  /** Abandons the process as `kill -9` does, and opens the next one on the same file. */
  restart: (change?: Partial<RunnerOptions>) => MachineScene;
  /** The types of the run's events so far, in order. */
  history: string[];
};

type SceneOptions = Pick<RunnerOptions, 'definition' | 'functions'> & Partial<RunnerOptions>;

const folders: string[] = [];

// Test files of a worker share this module, so folders are removed only when the worker ends.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A state machine with its own database file and a clock that the test moves. */
export function openMachine(options: SceneOptions): MachineScene {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  folders.push(folder);
  return openOn(join(folder, 'runs.db'), options, { now: noon });
}

/** A runner whose runs are not needed after its end: in memory, without file or folder. */
export const openInMemory = (options: SceneOptions): EmbeddedRunner =>
  openOn(':memory:', options, { now: noon }).runner;

function openOn(file: string, options: SceneOptions, time: { now: number }): MachineScene {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  const history: string[] = [];
  const runner = openRunner({
    database,
    clock: () => time.now,
    trace: ({ type }) => history.push(type),
    random: () => 1,
    ...options,
  });
  return {
    runner,
    database,
    history,
    restart: (change = {}) => openOn(file, { ...options, ...change }, time),
    later: async (seconds) => {
      time.now += seconds * 1000;
      runner.wake();
      await runner.idle();
    },
  };
}

/** One of our definitions, with functions named like their entries in `lambdas/`. */
export const machineNamed = (name: MachineName): object => {
  const names = machines[name].steps.map((step) => [pascalCase(step), step]);
  return substitute(readDefinition(name), Object.fromEntries(names));
};

const readDefinition = (name: string): object =>
  JSON.parse(readFileSync(`statemachines/${name}.asl.json`, 'utf8'));

type Part = { [key: string]: unknown };

/** Every state of a definition with its name, including those inside Maps. */
export const statesOf = ({ States }: Part): [name: string, state: Part][] =>
  Object.entries<Part>(Object(States)).flatMap(([name, state]) => [
    [name, state],
    ...statesOf(Object(state.ItemProcessor)),
  ]);

/** Every task state of a definition. */
export const tasksOf = (definition: Part): Part[] =>
  statesOf(definition).flatMap(([, state]) => (state.Type === 'Task' ? [state] : []));

/** A JSONata machine with these states; it starts at the first. */
export const machineOf = (States: Record<string, object>): object => ({
  QueryLanguage: 'JSONata',
  StartAt: Object.keys(States)[0],
  States,
});

/** A task state that calls `work`. */
export const taskOf = (fields: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Arguments: { FunctionName: 'work', Payload: '{% $states.input %}' },
  Output: '{% $states.result.Payload %}',
  ...('Next' in fields ? {} : { End: true }),
  ...fields,
});

/** A Pass state. */
export const passOf = (fields: object = {}): object => ({
  Type: 'Pass',
  ...('Next' in fields ? {} : { End: true }),
  ...fields,
});

/** A Map over three items that runs these states for each. */
export const mapOf = (States: Record<string, object>, fields: object = {}): object => ({
  Type: 'Map',
  Items: [1, 2, 3],
  ItemProcessor: { StartAt: Object.keys(States)[0], States },
  ...('Next' in fields ? {} : { End: true }),
  ...fields,
});

/** Lets everything that can continue without outside help continue. */
export async function runPendingTasks(): Promise<void> {
  for (let count = 0; count < 8; count += 1) await new Promise(setImmediate);
}

/** A call that never ends, like one that a crash interrupts. */
export const neverReturns = (): Promise<never> => new Promise(() => {});

/** The engine's answer to `advance`; an error is thrown, `hang` never resolves. */
export type EngineAnswer = object | Error | 'hang';

export type ScriptedEngine = {
  functions: Record<string, TaskFunction>;
  /** The calls that the machine made, each with its lane: `advance`, `pause ask each.000001`. */
  asked: string[];
  tokens: string[];
  /** Resolves when the machine has made this many calls. */
  askedTimes: (count: number) => Promise<void>;
};

/** An engine that answers with the given answers, then `done`; each lane has its own answers. */
export function scriptedEngine(
  answers: EngineAnswer[],
  pauses: EngineAnswer[] = [],
  lanes: Record<string, EngineAnswer[]> = {},
): ScriptedEngine {
  const laneScripts = Object.entries({ ...lanes, '': answers });
  const scripts = Object.fromEntries(laneScripts.map(([lane, script]) => [lane, [...script]]));
  const calls: string[] = [];
  const tokens: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const reply = async (
    payload: unknown,
    callName: string,
    answer: EngineAnswer,
  ): Promise<unknown> => {
    const { lane } = Object(payload);
    calls.push(lane ? `${callName} ${lane}` : callName);
    for (const { count, resolve } of waiting) if (calls.length >= count) resolve();
    if (answer instanceof Error) throw answer;
    return answer === 'hang' ? neverReturns() : answer;
  };
  return {
    asked: calls,
    tokens,
    askedTimes: (count) =>
      new Promise((resolve) => {
        if (calls.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    functions: {
      advance: (payload) => {
        const { lane = '' } = Object(payload);
        return reply(payload, 'advance', scripts[lane]?.shift() ?? { next: 'done' });
      },
      pause: (payload) => {
        const { node_id: node, token } = Object(payload);
        tokens.push(token);
        return reply(payload, `pause ${node}`, pauses.shift() ?? {});
      },
      fail: (payload) => reply(payload, `fail ${Object(payload).error}`, {}),
    },
  };
}

/** `bot-run` itself, with the functions of a scripted engine. */
export const botRun = (): object =>
  substitute(readDefinition('bot-run'), {
    EngineAdvance: 'advance',
    EnginePause: 'pause',
    EngineFail: 'fail',
  });

/** An engine's answer that forks into the lanes `each.000000` and following. */
export const fork = (count: number, overrides: object = {}): EngineAnswer => ({
  next: 'fork',
  of: 'each',
  name: 'run-1-each',
  parts: Array.from({ length: count }, (_, index) => String(index).padStart(6, '0')),
  max_concurrency: 40,
  ...overrides,
});

export const ids = { tenant_id: 'org_1', bot_exc_id: 'exc_1' };
