import { isoTime } from '#lib/kernel/clock.ts';
import { createOrganisation } from '#lib/domain/onboarding/organisation.service.ts';
import { threadStore } from '#lib/domain/chat/thread.store.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { laneFolder } from '#lib/domain/executions/lanes/lane.rules.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { removeOldRuns, type StepLimits } from '#lib/domain/retention/retention.service.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { tables } from '#lib/tables.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { storeThread } from '../chat/store-thread.ts';
import { resolveStep, storeApproval } from '../approvals/store-approval.ts';
import { finish, result, startRun } from '../executions/runs.ts';
import { openScene } from '../scene.ts';
import { storeUserInput } from '../user-inputs/store-user-input.ts';

export const day = 24 * 3600_000;

/** The organisation's subscription; `none` leaves only a trial that has ended. */
export type Plan = 'starter' | 'standard' | 'none';

/** An organisation whose old runs are removed, with its own clock. */
export const openRetention = async (world: TestDatabase, plan: Plan = 'starter') => {
  const scene = openScene(world);
  const { db, tenant_id, time, clock, files } = scene;
  const root = { email: 'root@example.com', name: 'Root' };
  const first = { tenant_id, name: 'Acme', root, subscription_type: 'trial' as const };
  // Its trial ended so long ago that its retention period no longer applies.
  await createOrganisation({ db, clock: () => clock() - 60 * day }, first);
  if (plan !== 'none') {
    const bought = { subscription_type: 'aws_marketplace_subscription' as const, plan };
    const start_date = isoTime(time.now);
    await subscriptionStore(db, tenant_id).create({ _id: 'sub_1', start_date, ...bought });
  }
  const { log, lines } = createLineLog();
  const lanes = laneStore(db, tenant_id);
  const threads = threadStore(db, tenant_id);

  /** An AI agent's conversation in a run. */
  const talk = async (bot_exc_id: string) => {
    const created_at = isoTime(time.now);
    const _id = await storeThread(scene, bot_exc_id, { status: 'COMPLETED' });
    for (const sequence of [0, 1, 2]) {
      await threads.add(_id, { sequence, created_at, entry: { role: 'user', text: bot_exc_id } });
    }
  };

  /** A run with everything that a run can have: lanes, files, questions and a chat. */
  const furnished = async (fields: Partial<Execution> = {}): Promise<string> => {
    time.now += 1000;
    const bot_exc_id = timedId('exc', time.now);
    const output_ref = `${laneFolder(tenant_id, bot_exc_id, '')}/large.json`;
    const results = { large: result('SUCCEEDED', { output_ref }) };
    await startRun(scene, { _id: bot_exc_id, results, ...fields });
    await files.put(output_ref, JSON.stringify(bot_exc_id));
    for (const lane of ['each.000000', 'each.000001', 'each.000001/deep.000000']) {
      const at = isoTime(time.now);
      const times = { created_at: at, updated_at: at, finished_at: at };
      const ended = { state: 'SUCCEEDED' as const, results: {}, inline_bytes: 0, errors: [] };
      await lanes.create(bot_exc_id, { lane, ...ended, ...times });
      await files.put(`${laneFolder(tenant_id, bot_exc_id, lane)}/item.json`, '1');
    }
    await talk(bot_exc_id);
    await storeUserInput(scene, { bot_exc_id });
    return bot_exc_id;
  };

  /** Such a run that has ended, with a decided and an undecided approval. */
  const ended = async (fields: Partial<Execution> = {}) => {
    const bot_exc_id = await furnished(fields);
    const expires_on = isoTime(time.now + day);
    const decidedApproval = await storeApproval(scene, { bot_exc_id, expires_on });
    await resolveStep(scene, decidedApproval, 'ada approves all');
    time.now += 1;
    const pendingApproval = await storeApproval(scene, { bot_exc_id, node_id: 'other' });
    await finish(scene, bot_exc_id);
    return { bot_exc_id, decidedApproval, pendingApproval };
  };

  /** One round over all organisations, by this one's clock. */
  const round = (database: Database = db, bounds?: StepLimits) =>
    removeOldRuns({ db: database, files, clock, log }, bounds)();

  /** The number of items that name a run, by table. */
  const itemsNaming = async (bot_exc_id: string): Promise<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const table of tables) {
      const items = await world.db.itemsOf(table);
      const naming = items.filter((item) => JSON.stringify(item).includes(bot_exc_id));
      if (naming.length > 0) found[table.name] = naming.length;
    }
    return found;
  };

  /** Whether files of a run are left. */
  const hasFiles = async (bot_exc_id: string): Promise<boolean> => {
    const names = ['large.json', 'each.000000/item.json', 'each.000001/deep.000000/item.json'];
    const keys = names.map((name) => `${laneFolder(tenant_id, bot_exc_id, '')}/${name}`);
    const texts = await Promise.all(keys.map((key) => files.get(key)));
    return texts.some((text) => text !== undefined);
  };

  return { scene, ended, furnished, round, itemsNaming, hasFiles, lines };
};

export type RetentionScene = Awaited<ReturnType<typeof openRetention>>;
