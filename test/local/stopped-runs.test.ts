import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { closeStoppedRun } from '#lib/domain/executions/runs/stopped-machine.service.ts';
import { stoppedRuns } from '#lib/local/stopped-runs.ts';
import { runOf, startRun } from '#test/domain/executions/runs.ts';
import { openScene } from '#test/domain/scene.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { botRun, openMachine, scriptedEngine } from '#test/support/state-machine.ts';

const world = openTestDatabase();

/** A time that the state machine cannot wait for: nothing in its definition catches that. */
const impossible = { next: 'delay', until: 'some day' };

const open = async (answer: object) => {
  const scene = openScene(world);
  const { log, lines } = createLineLog();
  let closeResult: Promise<unknown> = Promise.resolve();
  const close = closeStoppedRun({ ...scene, log });
  const watching = (stopped: Parameters<typeof close>[0]) => {
    closeResult = close(stopped);
    return closeResult;
  };
  const stopped = stoppedRuns({ db: scene.db, log, close: watching });
  const { functions } = scriptedEngine([answer]);
  const id = await startRun(scene);
  const input = { tenant_id: scene.tenant_id, bot_exc_id: id, lane: '' };
  const run = async (onEnded?: typeof stopped.onEnded) => {
    const { runner } = openMachine({
      definition: botRun(),
      functions,
      ...(onEnded && { onEnded }),
    });
    await runner.start(id, input);
    await runner.idle();
    await closeResult;
    return runner;
  };
  return { scene, stopped, id, run, lines };
};

describe('a run that its state machine ended by itself', () => {
  it('is closed at once with the error of the machine, and publishes its end', async () => {
    const { scene, stopped, id, run, lines } = await open(impossible);
    const runner = await run(stopped.onEnded);
    expect(runner.status(id)?.status).toBe('FAILED');
    const { state, errors, open: isOpen } = await runOf(scene, id);
    expect(state).toBe('FAILED');
    expect(isOpen).toBeUndefined();
    expect(errors).toEqual([
      'The engine could not continue this run. Run the bot again.',
      expect.stringMatching(/^States\./),
    ]);
    expect(scene.facts).toContainEqual(expect.objectContaining({ type: 'run_ended' }));
    expect(lines.join()).toContain('A run was ended by its state machine.');
  });

  it('is closed by a later check when the process died in between', async () => {
    const { scene, stopped, id, run } = await open(impossible);
    const runner = await run();
    expect((await runOf(scene, id)).state).toBe('IN_PROGRESS');
    await stopped.check(runner)();
    expect((await runOf(scene, id)).state).toBe('FAILED');
  });

  it('keeps the end that the engine already stored', async () => {
    const { scene, stopped, id, run, lines } = await open({
      next: 'failed',
      error: 'NodeFailed',
      cause: 'The host did not answer.',
    });
    await executionStore(scene.db, scene.tenant_id).commit(id, {
      state: 'FAILED',
      errors: ['The host did not answer.'],
      updated_at: '2026-09-01T12:00:01.000Z',
      finished_at: '2026-09-01T12:00:01.000Z',
    });
    const runner = await run(stopped.onEnded);
    await stopped.check(runner)();
    expect((await runOf(scene, id)).errors).toEqual(['The host did not answer.']);
    expect(lines).toEqual([]);
  });

  it('is left open while it continues, or once its machine succeeded', async () => {
    const { scene, stopped, id, run } = await open({ next: 'done' });
    const runner = await run(stopped.onEnded);
    await stopped.check(runner)();
    expect((await runOf(scene, id)).state).toBe('IN_PROGRESS');
  });

  it('is cancelled when it was stopped in the engine', async () => {
    const { scene, stopped, id, run } = await open({
      next: 'delay',
      until: '2100-01-01T00:00:00Z',
    });
    const runner = await run(stopped.onEnded);
    await stopped.check(runner)();
    expect((await runOf(scene, id)).state).toBe('IN_PROGRESS');
    await runner.stop(id, 'By hand.');
    await stopped.check(runner)();
    const { state, errors } = await runOf(scene, id);
    expect(state).toBe('CANCELLED');
    expect(errors.join()).toContain('This run was stopped in the engine itself.');
  });
});
