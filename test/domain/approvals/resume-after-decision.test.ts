import { resumeAnswered } from '#lib/domain/questions/question.service.ts';
import { unsentDecisions } from '#lib/domain/approvals/approval.store.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { botRun, openMachine, scriptedEngine } from '#test/support/state-machine.ts';
import { openScene } from '../scene.ts';
import { resolveStep, storeApproval } from './store-approval.ts';

const world = openTestDatabase();

/** A run of the real state machine that waits for an approval. */
const openWaitingRun = async () => {
  const scene = openScene(world);
  const { db, tenant_id } = scene;
  const approval_id = await storeApproval(scene);
  const engine = scriptedEngine([{ next: 'pause', node_id: 'ask', timeout_seconds: 3600 }]);
  const { runner } = openMachine({ definition: botRun(), functions: engine.functions });
  await runner.start('exc_1', { tenant_id, bot_exc_id: 'exc_1' });
  await engine.askedTimes(2);
  await runner.idle();
  const [token = ''] = engine.tokens;
  await pauseStore(db, tenant_id).put({ bot_exc_id: 'exc_1', lane: '', node_id: 'ask' }, token);
  const resumeRun = (id = approval_id) => resumeAnswered({ db, runner }, 'approval', tenant_id, id);
  return { scene, engine, runner, approval_id, tell: resumeRun };
};

describe('a run that waits for an approval', () => {
  it('continues once, even if the decision is delivered several times', async () => {
    const { scene, engine, runner, approval_id, tell } = await openWaitingRun();
    await resolveStep(scene, approval_id, 'ada approves all');
    await Promise.all([tell(), tell(), tell()]);
    await tell();
    await engine.askedTimes(3);
    await runner.idle();
    expect(engine.asked).toEqual(['advance', 'pause ask', 'advance']);
    expect(runner.status('exc_1')?.status).toBe('SUCCEEDED');
    expect(
      await pauseStore(scene.db, scene.tenant_id).get({
        bot_exc_id: 'exc_1',
        lane: '',
        node_id: 'ask',
      }),
    ).toBeUndefined();
    for await (const one of unsentDecisions(scene.db)) expect(one._id).not.toBe(approval_id);
  });

  it('does not continue for an approval that does not exist', async () => {
    const { engine, runner, tell } = await openWaitingRun();
    await tell('apr_none');
    await runner.idle();
    expect(engine.asked).toEqual(['advance', 'pause ask']);
  });
});
