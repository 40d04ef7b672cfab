import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { laneFolder } from '#lib/domain/executions/lanes/lane.rules.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { organisationTable } from '#lib/domain/organisations/organisation.table.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { storeThread } from '../../domain/chat/store-thread.ts';
import { storeApproval } from '../../domain/approvals/store-approval.ts';
import { finish, startRun } from '../../domain/executions/runs.ts';
import type { Scene } from '../../domain/scene.ts';
import { storeUserInput } from '../../domain/user-inputs/store-user-input.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { createPublishedBot } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const day = 24 * 3600_000;

/** A run that ended long ago. */
const createEndedRun = async ({ db }: Product, bot_id: string, now: number): Promise<string> => {
  const scene = { db, tenant_id: tenantId, time: { now } } as unknown as Scene;
  const bot_key = `${tenantId}#${bot_id}`;
  const _id = await startRun(scene, { _id: timedId('exc', now), bot_id, bot_key });
  await finish(scene, _id);
  return _id;
};

/** Gives a run everything that belongs to one; returns the form that it had asked for. */
const addRunRecords = async (
  product: Product,
  bot_exc_id: string,
  now: number,
): Promise<string> => {
  const { db } = product;
  const at = isoTime(now);
  const lane = 'each.000000';
  const times = { created_at: at, updated_at: at, finished_at: at };
  const ended = { state: 'SUCCEEDED' as const, results: {}, inline_bytes: 0, errors: [] };
  await laneStore(db, tenantId).create(bot_exc_id, { lane, ...ended, ...times });
  const scene = { db, tenant_id: tenantId, time: { now } };
  const _id = await storeThread(scene, bot_exc_id, { status: 'COMPLETED' });
  const entry = { role: 'user' as const, text: 'Find it' };
  await threadStore(db, tenantId).add(_id, { sequence: 0, created_at: at, entry });
  await storeApproval(scene, { bot_exc_id });
  const client = new S3Client(product.clientFor('engine/advance'));
  const Bucket = product.environment('engine/advance').FILES_BUCKET;
  const Key = `${laneFolder(tenantId, bot_exc_id, lane)}/item.json`;
  await client.send(new PutObjectCommand({ Bucket, Key, Body: '1' }));
  client.destroy();
  return storeUserInput(scene, { bot_exc_id });
};

/** Ended runs that are kept no longer. */
export const scenario: Scenario = (open) => {
  describe('ended runs', () => {
    it('are deleted with all their data after their retention', async () => {
      const product = open();
      const { db, invoke, rewrite, api } = product;
      const [ancient, recent] = [Date.now() - 500 * day, Date.now() - 3 * day];
      const runs = [
        await createEndedRun(product, 'bot_pruned', ancient),
        await createEndedRun(product, 'bot_pruned', ancient + day),
      ];
      const form = await addRunRecords(product, runs[0] ?? '', ancient);
      const saved = { version: 1, graph: draw('start -> end'), saved_by: email };
      const versions = botVersionStore(db, tenantId);
      await versions.create('bot_pruned', { ...saved, saved_at: isoTime(ancient) });
      const settings = { allow_overlap: false, retention_days: 1 };
      const brief = await createPublishedBot(product, 'Brief', draw('start -> end'), settings);
      runs.push(await createEndedRun(product, brief, recent));
      const recentRun = await createEndedRun(product, 'bot_1', recent);
      await rewrite(organisationTable, 'organisation', 'retention_at', isoTime(ancient));
      await invoke('events/prune', {});
      const store = executionStore(db, tenantId);
      for (const id of runs) {
        expect(await store.get(id)).toBeUndefined();
        await expect(api.executions.getExecution({ bot_exc_id: id })).rejects.toThrow('404');
      }
      expect(await store.get(recentRun)).toBeDefined();
      expect(await userInputStore(db, tenantId).get(form)).toBeUndefined();
      expect(await versions.get('bot_pruned', 1)).toBeUndefined();
    });
  });
};
