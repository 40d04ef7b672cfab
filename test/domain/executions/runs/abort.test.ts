import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { storeApproval } from '../../approvals/store-approval.ts';
import { noon, openScene, type Scene } from '../../scene.ts';
import { commit, finish, openLane, openRunner, result, runOf, startRun } from '../runs.ts';

const world = openTestDatabase();

const rounds = 500;
const crossingRounds = 60;
const runner = openRunner();

const abort = (scene: Scene, id: string) =>
  closeRun(
    { ...scene, runner },
    { tenant_id: scene.tenant_id, _id: id },
    {
      state: 'CANCELLED',
      cause: 'Aborted by root@example.com.',
      now: scene.time.now + 2,
    },
  );

const waitForApproval = (scene: Scene, id: string, approval_id: string) =>
  commit(scene, id, {
    state: 'WAITING_FOR_APPROVAL',
    results: { ask: result('WAITING_FOR_APPROVAL') },
    waiting_for: { node_id: 'ask', kind: 'approval', until: isoTime(noon + 3600_000), approval_id },
  });

const statusOfApproval = async ({ db, tenant_id }: Scene, id: string) =>
  (await approvalStore(db, tenant_id).get(id))?.status;

describe('a run that is aborted', () => {
  it('ends with its cause, and its unfinished nodes are cancelled', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    const results = { done: result('SUCCEEDED'), busy: result('IN_PROGRESS') };
    await commit(scene, id, { results });
    expect(await abort(scene, id)).toBe(true);
    expect(await runOf(scene, id)).toMatchObject({
      state: 'CANCELLED',
      errors: ['Aborted by root@example.com.'],
      finished_at: isoTime(noon + 2),
      results: {
        done: result('SUCCEEDED'),
        busy: { status: 'CANCELLED', error: 'Aborted by root@example.com.' },
      },
    });
    const message = { bot_exc_id: id, node_name: '', status: 'CANCELLED' };
    expect(scene.frames.map((text) => JSON.parse(text))).toMatchObject([
      { channel: 'bot_execution_updated', message },
      { channel: 'portal_run_updated', message },
    ]);
  });

  it('is pushed to the consoles as ended, even if it waited', async () => {
    const scene = openScene(world);
    const until = isoTime(noon + 3600_000);
    const id = await startRun(scene);
    const waiting_for = { node_id: 'ask', kind: 'approval' as const, until };
    await commit(scene, id, { state: 'WAITING_FOR_APPROVAL', waiting_for });
    await abort(scene, id);
    const message = { bot_exc_id: id, node_name: '', status: 'CANCELLED' };
    expect(scene.frames.map((text) => JSON.parse(text))).toMatchObject([
      { channel: 'bot_execution_updated', message },
      { channel: 'portal_run_updated', message },
    ]);
  });

  it('is aborted only once', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => abort(scene, id)));
    expect(verdicts.filter(Boolean)).toHaveLength(1);
    expect(await abort(scene, id)).toBe(false);
    expect(scene.frames).toHaveLength(2);
  });

  it('no longer shows the waits of its iterations', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    const until = isoTime(noon + 3600_000);
    const wait = { node_id: 'ask', kind: 'approval' as const, until, lane: 'each.000000' };
    const runs = executionStore(scene.db, scene.tenant_id);
    await runs.setWait(id, 'key', wait, { updated_at: isoTime(noon) });
    const getRun = () => scene.services.executions.getExecution(scene.root, { bot_exc_id: id });
    expect((await getRun()).waits).toHaveLength(1);
    await abort(scene, id);
    expect((await getRun()).waits).toEqual([]);
  });

  it('withdraws its approval and deletes the token that would resume the run', async () => {
    const scene = openScene(world);
    const [id, approval_id] = [await startRun(scene), await storeApproval(scene)];
    const pauses = pauseStore(scene.db, scene.tenant_id);
    const position = { bot_exc_id: id, lane: '', node_id: 'ask' };
    await pauses.put(position, 'token');
    await waitForApproval(scene, id, approval_id);
    expect(await abort(scene, id)).toBe(true);
    expect(await statusOfApproval(scene, approval_id)).toBe('cancelled');
    expect(await pauses.get(position)).toBeUndefined();
    expect((await runOf(scene, id)).waiting_for).toBeUndefined();
  });

  it('pushes the withdrawal of its approval to the consoles', async () => {
    const scene = openScene(world);
    const [id, approval_id] = [await startRun(scene), await storeApproval(scene)];
    await waitForApproval(scene, id, approval_id);
    await abort(scene, id);
    const message = { approval_id, status: 'cancelled' };
    const frames = scene.frames.map((text) => JSON.parse(text));
    expect(frames.filter(({ channel }) => channel === 'approval_updated')).toMatchObject([
      { channel: 'approval_updated', message },
    ]);
  });

  it('pushes the withdrawal of each approval of its iterations', async () => {
    const scene = openScene(world);
    const id = await startRun(scene);
    const lanes = laneStore(scene.db, scene.tenant_id);
    const approvalIds = await Promise.all(
      ['each.000000', 'each.000001'].map(async (lane) => {
        const approval_id = await storeApproval(scene);
        const until = isoTime(noon + 3600_000);
        const waiting_for = { node_id: 'ask', kind: 'approval' as const, until, approval_id };
        await lanes.create(id, { ...openLane(lane), waiting_for });
        return approval_id;
      }),
    );
    await abort(scene, id);
    const frames = scene.frames.map((text) => JSON.parse(text));
    const approvals = frames.filter(({ channel }) => channel === 'approval_updated');
    expect(new Set(approvals.map(({ message }) => message.approval_id))).toEqual(
      new Set(approvalIds),
    );
    expect(approvals.map(({ message }) => message.status)).toEqual(['cancelled', 'cancelled']);
  });

  it('keeps a decision that was made before', async () => {
    const scene = openScene(world);
    const [id, approval_id] = [await startRun(scene), await storeApproval(scene)];
    await waitForApproval(scene, id, approval_id);
    await approvalStore(scene.db, scene.tenant_id).decide(approval_id, 1, { status: 'approved' });
    expect(await abort(scene, id)).toBe(true);
    expect(await statusOfApproval(scene, approval_id)).toBe('approved');
    expect(scene.frames.join()).not.toContain('approval_updated');
  });

  it('ends even if the consoles cannot be reached', async () => {
    const scene = openScene(world);
    const [id, approval_id] = [await startRun(scene), await storeApproval(scene)];
    await waitForApproval(scene, id, approval_id);
    const push = async () => {
      throw new Error('down');
    };
    const deps = { ...scene, runner, realtime: { push } };
    const end = { state: 'FAILED' as const, cause: 'Overdue', now: noon };
    expect(await closeRun(deps, { tenant_id: scene.tenant_id, _id: id }, end)).toBe(true);
    expect((await runOf(scene, id)).state).toBe('FAILED');
    expect(await statusOfApproval(scene, approval_id)).toBe('cancelled');
  });
});

describe('an abort at the same moment as a step of the run', () => {
  it(`has one outcome if the run ends, ${rounds} times`, async () => {
    const scene = openScene(world);
    for (let round = 0; round < rounds; round += 1) {
      const id = await startRun(scene);
      const calls = [() => finish(scene, id), () => abort(scene, id)];
      if (round % 2 === 1) calls.reverse();
      const verdicts = await Promise.all(calls.map((call) => call()));
      const [finished, aborted] = round % 2 === 1 ? verdicts.reverse() : verdicts;
      expect([finished, aborted].filter(Boolean)).toHaveLength(1);
      const run = await runOf(scene, id);
      expect(run.state).toBe(finished ? 'SUCCEEDED' : 'CANCELLED');
      expect(run.errors).toHaveLength(finished ? 0 : 1);
    }
  });

  it(`never undoes a result that was stored, ${crossingRounds} times`, async () => {
    const scene = openScene(world);
    for (let round = 0; round < crossingRounds; round += 1) {
      const id = await startRun(scene);
      const startedResults = { one: result('IN_PROGRESS') };
      await commit(scene, id, { results: startedResults, updated_at: isoTime(noon) });
      const step = commit(scene, id, { results: { one: result('SUCCEEDED', { output: round }) } });
      const [aborted, written] = await Promise.all([abort(scene, id), step]);
      expect(aborted).toBe(true);
      const one = (await runOf(scene, id)).results.one;
      expect(one?.status).toBe(written ? 'SUCCEEDED' : 'CANCELLED');
      expect(one?.output).toBe(written ? round : undefined);
    }
  });

  it(`never leaves an approval of the run pending, ${crossingRounds} times`, async () => {
    const scene = openScene(world);
    for (let round = 0; round < crossingRounds; round += 1) {
      const [id, approval_id] = [await startRun(scene), await storeApproval(scene)];
      const step = waitForApproval(scene, id, approval_id);
      const [aborted, waited] = await Promise.all([abort(scene, id), step]);
      expect(aborted).toBe(true);
      expect(await statusOfApproval(scene, approval_id)).toBe(waited ? 'cancelled' : 'pending');
    }
  });
});
