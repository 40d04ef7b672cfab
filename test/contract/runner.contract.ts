import type { Runner } from '#lib/ports/runner.ts';
import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';
import { botRun, fork, ids, openMachine, scriptedEngine } from '#test/support/state-machine.ts';
import type { EngineAnswer, MachineScene, ScriptedEngine } from '#test/support/state-machine.ts';

type Machines<R> = Record<'bot-run' | 'inventory-run', R>;

/** Opens the adapter over running machines. */
export type OpenAdapter = (runners: Machines<EmbeddedRunner>) => Promise<Machines<Runner>>;

type RunnerScene = { runner: Runner; engine: ScriptedEngine; machine: MachineScene };

/** `bot-run`, and a second machine in the same store. */
type Scene = RunnerScene & { other: RunnerScene };

/** Opens the machine with the engine's answers, to the run and to each of its lanes. */
type Open = (answers: EngineAnswer[], lanes?: Record<string, EngineAnswer[]>) => Promise<Scene>;

const pauseAnswer = (seconds = 3600): EngineAnswer => ({
  next: 'pause',
  node_id: 'ask',
  timeout_seconds: seconds,
});

async function openPaused(open: Open, answers: EngineAnswer[] = [pauseAnswer()]) {
  const scene = await open(answers);
  await scene.runner.start('run-1', ids);
  await scene.machine.runner.idle();
  const [token = ''] = scene.engine.tokens;
  return { ...scene, token };
}

/** The behaviour that every runner must have, shown with `bot-run`. */
export function runnerContract(adapter: string, openAdapter: OpenAdapter): void {
  const open: Open = async (answers, lanes) => {
    const [engine, otherEngine] = [
      scriptedEngine(answers, [], lanes),
      scriptedEngine([pauseAnswer()]),
    ];
    const machine = openMachine({ definition: botRun(), functions: engine.functions });
    const name = 'inventory-run';
    const second = machine.restart({ machine: name, functions: otherEngine.functions });
    const runners = await openAdapter({ 'bot-run': machine.runner, [name]: second.runner });
    const other = { engine: otherEngine, machine: second, runner: runners[name] };
    return { engine, machine, runner: runners['bot-run'], other };
  };
  describe(`the runner port on ${adapter}`, () => {
    testStart(open);
    testResume(open);
    testStop(open);
    testForks(open);
    testSeparateMachines(open);
  });
}

function testStart(open: Open): void {
  it('runs a state machine to its end', async () => {
    const { runner, engine, machine } = await open([{ next: 'again' }]);
    expect(await runner.start('run-1', ids)).toBe('started');
    await machine.runner.idle();
    expect(engine.asked).toEqual(['advance', 'advance']);
    expect(machine.runner.status('run-1')?.status).toBe('SUCCEEDED');
  });

  it('starts a run only once while it is open', async () => {
    const { runner, engine, machine } = await openPaused(open);
    await runner.start('run-1', ids);
    await machine.runner.idle();
    expect(engine.asked).toEqual(['advance', 'pause ask']);
  });

  it('reports that the name of an ended run exists', async () => {
    const { runner, engine, machine } = await open([]);
    await runner.start('run-1', ids);
    await machine.runner.idle();
    expect(await runner.start('run-1', ids)).toBe('already exists');
    expect(engine.asked).toEqual(['advance']);
  });

  it('reports that a name exists when it is started with other ids', async () => {
    const { runner } = await openPaused(open);
    expect(await runner.start('run-1', { ...ids, bot_exc_id: 'exc_2' })).toBe('already exists');
  });

  it.each(['two words', 'a/b', '', 'x'.repeat(81)])('refuses the name "%s"', async (name) => {
    const { runner } = await open([]);
    await expect(runner.start(name, ids)).rejects.toThrow();
  });
}

function testResume(open: Open): void {
  it('continues after a pause when its token is returned', async () => {
    const { runner, engine, machine, token } = await openPaused(open);
    expect(await runner.resume(token)).toBe('resumed');
    await machine.runner.idle();
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
    expect(machine.runner.status('run-1')?.status).toBe('SUCCEEDED');
  });

  it('accepts a token once', async () => {
    const { runner, token } = await openPaused(open, [pauseAnswer(), pauseAnswer()]);
    const answers = await Promise.all([1, 2, 3].map(() => runner.resume(token)));
    expect(answers.sort()).toEqual(['closed', 'closed', 'resumed']);
  });

  it('closes a token when its time limit is over', async () => {
    const { runner, engine, machine, token } = await openPaused(open, [pauseAnswer(60)]);
    await machine.later(61);
    expect(await runner.resume(token)).toBe('closed');
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
  });

  it('closes a token when its run is stopped', async () => {
    const { runner, token } = await openPaused(open);
    await runner.stop('run-1', 'Aborted by ann@example.com.');
    expect(await runner.resume(token)).toBe('closed');
  });

  it.each([
    ['an unknown token', 'A'.repeat(43)],
    ['a text that is not a token', 'nonsense'],
  ])('returns closed for %s', async (_, token) => {
    const { runner } = await open([]);
    expect(await runner.resume(token)).toBe('closed');
  });
}

function testStop(open: Open): void {
  it('stops an open run with the cause, and continues it no more', async () => {
    const { runner, engine, machine } = await openPaused(open);
    await runner.stop('run-1', 'Aborted by ann@example.com.');
    await machine.later(7200);
    expect(machine.runner.status('run-1')).toEqual({
      status: 'ABORTED',
      cause: 'Aborted by ann@example.com.',
    });
    expect(engine.asked).toEqual(['advance', 'pause ask']);
  });

  it('accepts stopping a run twice, or a run that never existed', async () => {
    const { runner } = await openPaused(open);
    await runner.stop('run-1', 'Aborted.');
    await runner.stop('run-1', 'Aborted.');
    await expect(runner.stop('run-2', 'Aborted.')).resolves.toBeUndefined();
  });

  it('leaves an ended run unchanged', async () => {
    const { runner, machine } = await open([]);
    await runner.start('run-1', ids);
    await machine.runner.idle();
    await runner.stop('run-1', 'Too late.');
    expect(machine.runner.status('run-1')).toEqual({ status: 'SUCCEEDED', output: {} });
  });
}

function testSeparateMachines(open: Open): void {
  it('keeps runs with the same name on two state machines apart', async () => {
    const { runner, engine, machine, other } = await open([pauseAnswer()]);
    for (const one of [runner, other.runner]) expect(await one.start('run-1', ids)).toBe('started');
    for (const one of [machine, other.machine]) await one.runner.idle();
    const firstCalls = ['advance', 'pause ask'];
    expect([engine.asked, other.engine.asked]).toEqual([firstCalls, firstCalls]);
    await runner.stop('run-1', 'Aborted.');
    expect(await other.runner.resume(other.engine.tokens[0] ?? '')).toBe('resumed');
    await other.machine.runner.idle();
    expect(machine.runner.status('run-1')?.status).toBe('ABORTED');
    expect(other.machine.runner.status('run-1')?.status).toBe('SUCCEEDED');
  });
}

const failed: EngineAnswer = { next: 'failed', error: 'NodeFailed', cause: 'It broke.' };
const delay: EngineAnswer = { next: 'delay', until: '2026-03-01T12:01:00Z' };
const nestedFork = fork(1, { of: 'each.000001/inner', name: 'run-1-inner' });

/** Two lanes: one asks, the other forks into a lane that asks. */
const askingLanes = () => ({
  'each.000000': [pauseAnswer()],
  'each.000001': [nestedFork],
  'each.000001/inner.000000': [pauseAnswer()],
});

const laneNames = ['run-1-each-000000', 'run-1-each-000001', 'run-1-inner-000000'];

/** The engine's answers to the run and to its lanes, and how they end. */
const forkOutcomes: [string, EngineAnswer[], Record<string, EngineAnswer[]>, string, string[]][] = [
  ['lanes that are done', [fork(2)], {}, 'SUCCEEDED', ['SUCCEEDED', 'SUCCEEDED']],
  [
    'lanes that wait',
    [fork(2)],
    { 'each.000000': [delay] },
    'SUCCEEDED',
    ['SUCCEEDED', 'SUCCEEDED'],
  ],
  [
    'a lane that fails, and stops the others',
    [fork(2, { fails_all: true })],
    { 'each.000000': [failed], 'each.000001': [delay] },
    'SUCCEEDED',
    ['FAILED', 'ABORTED'],
  ],
  [
    'a lane that fails beside others that continue',
    [fork(2)],
    { 'each.000000': [failed], 'each.000001': [delay] },
    'SUCCEEDED',
    ['FAILED', 'SUCCEEDED'],
  ],
  ['a failure after its lanes', [fork(2), failed], {}, 'FAILED', ['SUCCEEDED', 'SUCCEEDED']],
  [
    'lanes one after the other',
    [fork(1), fork(1, { name: 'run-1-next' })],
    {},
    'SUCCEEDED',
    ['SUCCEEDED'],
  ],
];

function testForks(open: Open): void {
  const openStarted = async (answers: EngineAnswer[], lanes?: Record<string, EngineAnswer[]>) => {
    const scene = await open(answers, lanes);
    await scene.runner.start('run-1', ids);
    await scene.machine.runner.idle();
    const statusOf = (name: string) => scene.machine.runner.status(name)?.status;
    return { ...scene, statusOf };
  };

  it.each(forkOutcomes)(
    'ends a bot that has %s',
    async (_, answers, lanes, finalStatus, laneStatuses) => {
      const { machine, statusOf } = await openStarted(answers, lanes);
      await machine.later(60);
      expect(statusOf('run-1')).toBe(finalStatus);
      expect(laneStatuses.map((__, index) => statusOf(laneNames[index] ?? ''))).toEqual(
        laneStatuses,
      );
    },
  );

  it('continues after a pause in a lane when its token is returned', async () => {
    const { runner, engine, machine, statusOf } = await openStarted([fork(2)], askingLanes());
    for (const token of engine.tokens) expect(await runner.resume(token)).toBe('resumed');
    await machine.runner.idle();
    expect(['run-1', ...laneNames].map(statusOf)).toEqual(Array(4).fill('SUCCEEDED'));
  });

  it('stops every nested run of a run together with it', async () => {
    const { runner, engine, machine, statusOf } = await openStarted([fork(2)], askingLanes());
    await runner.stop('run-1', 'Aborted by ann@example.com.');
    await machine.later(7200);
    expect(['run-1', ...laneNames].map(statusOf)).toEqual(Array(4).fill('ABORTED'));
    for (const token of engine.tokens) expect(await runner.resume(token)).toBe('closed');
    expect(engine.asked.filter((call) => call === 'advance')).toHaveLength(1);
  });

  it('continues when one of its lanes is stopped', async () => {
    const { runner, engine, machine, statusOf } = await openStarted([fork(2)], askingLanes());
    await runner.stop('run-1-inner-000000', 'Aborted.');
    await machine.runner.idle();
    // The lane calls the engine again, which answers that the lane is done.
    expect(statusOf('run-1-each-000001')).toBe('SUCCEEDED');
    expect(engine.asked.at(-1)).toBe('advance each.000001');
    expect(statusOf('run-1')).toBe('RUNNING');
  });

  it('reports that the name of a lane exists', async () => {
    const { runner } = await openStarted([fork(1)]);
    expect(await runner.start('run-1-each-000000', ids)).toBe('already exists');
  });
}
