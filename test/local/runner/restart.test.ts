import {
  botRun,
  ids,
  machineOf,
  openMachine,
  scriptedEngine,
} from '#test/support/state-machine.ts';
import type { EngineAnswer } from '#test/support/state-machine.ts';

const ask = { next: 'pause', node_id: 'ask', timeout_seconds: 60 };
const delay = { next: 'delay', until: '2026-03-01T12:01:00Z' };
const busy = Object.assign(new Error('Slow down.'), { name: 'ThrottlingException' });

/** A run that crashes after `times` questions, and the process that follows. */
async function runToCrash(times: number, answers: EngineAnswer[], pauses: EngineAnswer[] = []) {
  const hangs = [...answers, ...pauses].includes('hang');
  const before = scriptedEngine(answers, pauses);
  const scene = openMachine({ definition: botRun(), functions: before.functions });
  await scene.runner.start('run-1', ids);
  await before.askedTimes(times);
  if (!hangs) await scene.runner.idle();
  const after = scriptedEngine([]);
  const next = scene.restart({ functions: after.functions });
  return { before, after, ...next, restart: scene.restart };
}

describe('recovering a run after a crash', () => {
  it('repeats a task that was running', async () => {
    const { runner, after } = await runToCrash(1, ['hang']);
    expect(runner.recover()).toBe(1);
    await runner.idle();
    expect(after.asked).toEqual(['advance']);
    expect(runner.status('run-1')?.status).toBe('SUCCEEDED');
  });

  it('does not repeat a task that had ended', async () => {
    const { runner, before, after } = await runToCrash(2, [{ next: 'again' }, 'hang']);
    runner.recover();
    await runner.idle();
    expect(before.asked).toEqual(['advance', 'advance']);
    expect(after.asked).toEqual(['advance']);
  });

  it('keeps the end of a wait', async () => {
    const { runner, after, later } = await runToCrash(1, [delay]);
    runner.recover();
    await later(59);
    expect(after.asked).toEqual([]);
    await later(1);
    expect(after.asked).toEqual(['advance']);
  });

  it('ends a wait at once when its time has passed', async () => {
    const scene = await runToCrash(1, [delay]);
    await scene.later(3600);
    scene.runner.recover();
    await scene.later(0);
    expect(scene.after.asked).toEqual(['advance']);
  });

  it('keeps the time of the next retry and the count of earlier ones', async () => {
    const { runner, after, later } = await runToCrash(1, [busy]);
    runner.recover();
    await later(1);
    expect(after.asked).toEqual([]);
    await later(1);
    expect(after.asked).toEqual(['advance']);
  });

  it('keeps the token of a pause without calling its function again', async () => {
    const { runner, before, after } = await runToCrash(2, [ask]);
    runner.recover();
    await runner.idle();
    expect(after.asked).toEqual([]);
    expect(await runner.resume(before.tokens[0] ?? '')).toBe('resumed');
    await runner.idle();
    expect(after.asked).toEqual(['advance']);
  });

  it('keeps the time limit of a pause', async () => {
    const { runner, after, later } = await runToCrash(2, [ask]);
    runner.recover();
    await later(59);
    expect(after.asked).toEqual([]);
    await later(1);
    expect(after.asked).toEqual(['advance']);
  });

  it('calls the function of a pause again if it had not ended; both tokens are valid', async () => {
    const { runner, before, after } = await runToCrash(2, [ask], ['hang']);
    runner.recover();
    await runner.idle();
    expect(after.asked).toEqual(['pause ask']);
    const [first = ''] = before.tokens;
    const [second = ''] = after.tokens;
    expect(await runner.resume(first)).toBe('resumed');
    expect(await runner.resume(second)).toBe('closed');
  });

  it('ends a pause whose time has passed without calling its function again', async () => {
    const scene = await runToCrash(2, [ask], ['hang']);
    await scene.later(60);
    scene.runner.recover();
    await scene.runner.idle();
    expect(scene.after.asked).toEqual(['advance']);
  });

  it('continues after a pause that was resumed just before the crash', async () => {
    const engine = scriptedEngine([ask]);
    const scene = openMachine({ definition: botRun(), functions: engine.functions });
    await scene.runner.start('run-1', ids);
    await scene.runner.idle();
    await scene.runner.drain(0);
    expect(await scene.runner.resume(engine.tokens[0] ?? '')).toBe('resumed');
    const { runner } = scene.restart();
    expect(runner.recover()).toBe(1);
    await runner.idle();
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
  });

  it('is not needed before a token is accepted', async () => {
    const { runner, before, after } = await runToCrash(2, [ask]);
    expect(await runner.resume(before.tokens[0] ?? '')).toBe('resumed');
    expect(runner.recover()).toBe(0);
    await runner.idle();
    expect(after.asked).toEqual(['advance']);
  });

  it('is not needed before the run is stopped', async () => {
    const { runner } = await runToCrash(2, [ask]);
    await runner.stop('run-1', 'Aborted.');
    expect(runner.recover()).toBe(0);
    expect(runner.status('run-1')?.status).toBe('ABORTED');
  });

  it('leaves an ended run unchanged, with its name in use', async () => {
    const { runner, after } = await runToCrash(1, [{ next: 'done' }]);
    expect(runner.recover()).toBe(0);
    expect(await runner.start('run-1', ids)).toBe('already exists');
    expect(after.asked).toEqual([]);
  });

  it('fails a run whose state the definition no longer has, with the reason', async () => {
    const { restart } = await runToCrash(2, [ask]);
    const { runner, later } = restart({
      definition: machineOf({ End: { Type: 'Succeed' } }),
    });
    runner.recover();
    await later(60);
    expect(runner.status('run-1')).toEqual({
      status: 'FAILED',
      error: 'States.Runtime',
      cause: "The definition no longer has the state 'Pause' that the run is in.",
    });
  });

  it('keeps variables, input and the count of events', async () => {
    const scene = openMachine({
      functions: {},
      definition: machineOf({
        Note: { Type: 'Pass', Assign: { word: 'kept' }, Next: 'Wait' },
        Wait: { Type: 'Wait', Seconds: 60, Next: 'Tell' },
        Tell: { Type: 'Pass', Output: '{% [$word, $states.input.id] %}', Next: 'Break' },
        Break: { Type: 'Fail', Cause: '{% $join($states.input, " ") & $nothing.at.all %}' },
      }),
    });
    await scene.runner.start('run-1', { id: '7' });
    await scene.runner.idle();
    const { runner, later, history } = scene.restart();
    runner.recover();
    await later(60);
    expect(runner.status('run-1')?.cause).toBe('kept 7');
    expect([...scene.history, ...history]).toEqual([
      'ExecutionStarted',
      'PassStateEntered',
      'PassStateExited',
      'WaitStateEntered',
      'WaitStateExited',
      'PassStateEntered',
      'PassStateExited',
      'FailStateEntered',
      'ExecutionFailed',
    ]);
  });
});
