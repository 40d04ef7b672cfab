import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { sweep } from '#lib/domain/executions/runs/sweep.service.ts';
import { resumeAnswered } from '#lib/domain/questions/question.service.ts';
import { unsentSubmissions } from '#lib/domain/user-inputs/user-input.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { botRun, openMachine, scriptedEngine } from '#test/support/state-machine.ts';
import { commit, openRunner, result, runOf, startRun } from '../executions/runs.ts';
import { noon, openScene } from '../scene.ts';
import { storedUserInput, storeUserInput, submit } from './store-user-input.ts';

const world = openTestDatabase();

/** A run of the real state machine that waits for a form. */
const openWaitingRun = async () => {
  const scene = openScene(world);
  const { db, tenant_id } = scene;
  const user_input_id = await storeUserInput(scene);
  const engine = scriptedEngine([{ next: 'pause', node_id: 'ask', timeout_seconds: 3600 }]);
  const { runner } = openMachine({ definition: botRun(), functions: engine.functions });
  await runner.start('exc_1', { tenant_id, bot_exc_id: 'exc_1' });
  await engine.askedTimes(2);
  await runner.idle();
  const [token = ''] = engine.tokens;
  const pauseKey = { bot_exc_id: 'exc_1', lane: '', node_id: 'ask' };
  await pauseStore(db, tenant_id).put(pauseKey, token);
  const isWaiting = async () => (await pauseStore(db, tenant_id).get(pauseKey)) !== undefined;
  const notify = (id = user_input_id) => resumeAnswered({ db, runner }, 'input', tenant_id, id);
  return { scene, engine, runner, user_input_id, notify, isWaiting };
};

describe('a run that waits for a user input', () => {
  it('continues once, even if the submission is reported several times', async () => {
    const { scene, engine, runner, user_input_id, notify, isWaiting } = await openWaitingRun();
    await submit(scene, user_input_id, 'ada');
    await Promise.all([notify(), notify(), notify()]);
    await notify();
    await engine.askedTimes(3);
    await runner.idle();
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
    expect(runner.status('exc_1')?.status).toBe('SUCCEEDED');
    expect(await isWaiting()).toBe(false);
    for await (const one of unsentSubmissions(scene.db)) expect(one._id).not.toBe(user_input_id);
  });

  it('does not continue for a form that does not exist', async () => {
    const { engine, runner, notify, isWaiting } = await openWaitingRun();
    await notify('inp_none');
    await runner.idle();
    expect([engine.asked, await isWaiting()]).toEqual([['advance', 'pause ask'], true]);
  });

  it('is notified by the sweep where the fact was lost', async () => {
    const scene = openScene(world);
    const { tenant_id } = scene;
    const [answeredForm, openForm] = [await storeUserInput(scene), await storeUserInput(scene)];
    await submit(scene, answeredForm, 'ada');
    scene.facts.splice(0);
    await sweep({ ...scene, runner: openRunner() })();
    const ownFacts = scene.facts.filter((fact) => fact.tenant_id === tenant_id);
    expect(ownFacts).toEqual([
      { type: 'user_input_resolved', tenant_id, user_input_id: answeredForm },
    ]);
    expect((await storedUserInput(scene, openForm)).status).toBe('PENDING');
  });

  it('withdraws its form when it is aborted, and notifies the consoles', async () => {
    const scene = openScene(world);
    const { tenant_id, db } = scene;
    const [id, user_input_id] = [await startRun(scene), await storeUserInput(scene)];
    const pauseKey = { bot_exc_id: id, lane: '', node_id: 'ask' };
    await pauseStore(db, tenant_id).put(pauseKey, 'token');
    const until = isoTime(noon + 3600_000);
    await commit(scene, id, {
      state: 'WAITING_FOR_INPUT',
      results: { ask: result('WAITING_FOR_INPUT') },
      waiting_for: { node_id: 'ask', kind: 'input', until, user_input_id },
    });
    const end = { state: 'CANCELLED' as const, cause: 'Aborted.', now: noon + 2 };
    const deps = { ...scene, runner: openRunner() };
    expect(await closeRun(deps, { tenant_id, _id: id }, end)).toBe(true);
    expect(await storedUserInput(scene, user_input_id)).toMatchObject({
      status: 'EXPIRED',
      withdrawn: true,
    });
    expect(await pauseStore(db, tenant_id).get(pauseKey)).toBeUndefined();
    expect((await runOf(scene, id)).results.ask?.status).toBe('CANCELLED');
    const frames = scene.frames.map((text) => JSON.parse(text));
    expect(frames.filter(({ channel }) => channel === 'user_input_updated')).toMatchObject([
      { channel: 'user_input_updated', message: { user_input_id, status: 'EXPIRED' } },
    ]);
  });
});
