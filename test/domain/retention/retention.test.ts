import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { auditStore } from '#lib/domain/audit/audit.store.ts';
import { handleIdentityEvent } from '#lib/domain/account/identity-event.service.ts';
import { botStore, botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { endedOutbox } from '#lib/domain/executions/execution.rules.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { countRun } from '#lib/domain/executions/history/statistics.service.ts';
import { organisationTable } from '#lib/domain/organisations/organisation.table.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { deleteItem, putNewItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { failingDatabase } from '#test/support/failing-database.ts';
import { caseCount } from '#test/support/thorough.ts';
import { storeApproval } from '../approvals/store-approval.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { commit, finish, runOf, startRun } from '../executions/runs.ts';
import { noon, openScene, refusalFrom } from '../scene.ts';
import { day, openRetention, type RetentionScene } from './retention-scene.ts';

const world = openTestDatabase();

/** The plan Starter keeps ended runs for 30 days. */
const retentionPeriod = 30 * day;

const isStored = async ({ scene }: RetentionScene, id: string): Promise<boolean> =>
  (await executionStore(scene.db, scene.tenant_id).get(id)) !== undefined;

const readRun = ({ scene }: RetentionScene, bot_exc_id: string) =>
  scene.executions.getExecution(scene.root, { bot_exc_id });

type RunStore = ReturnType<typeof executionStore>;

describe('a run that is older than the retention period', () => {
  it('is deleted with its lanes, results, files, chat and forms', async () => {
    const one = await openRetention(world);
    const { bot_exc_id, decidedApproval, pendingApproval } = await one.ended();
    const { bot_exc_id: young } = await one.ended();
    const before = await one.itemsNaming(young);
    one.scene.time.now = noon + retentionPeriod + 2000;
    await one.round();
    expect(await one.itemsNaming(bot_exc_id)).toEqual({ approvals: 1 });
    expect(await one.hasFiles(bot_exc_id)).toBe(false);
    expect(await refusalFrom(readRun(one, bot_exc_id))).toMatchObject({
      status: 404,
      message: 'This run does not exist, or it was deleted.',
    });
    const approvals = approvalStore(one.scene.db, one.scene.tenant_id);
    expect(await approvals.get(decidedApproval)).toMatchObject({ bot_exc_id, status: 'approved' });
    expect(await approvals.get(pendingApproval)).toBeUndefined();
    expect(await one.itemsNaming(young)).toEqual(before);
    expect(await one.hasFiles(young)).toBe(true);
  });

  it('stays in the statistics and in the audit trail', async () => {
    const one = await openRetention(world);
    const { db, tenant_id, root } = one.scene;
    const { bot_exc_id } = await one.ended();
    await countRun(one.scene, await runOf(one.scene, bot_exc_id));
    const at = isoTime(noon);
    const actionFields = { user_id: root.user_id, action_type: 'Abort execution', created_at: at };
    const callFields = { method: 'POST', url: '/api/x', object_type: 'bot', object_id: bot_exc_id };
    const outcome = 'done' as const;
    await auditStore(db, tenant_id).create({
      _id: 'aud_1',
      ...actionFields,
      ...callFields,
      outcome,
    });
    one.scene.time.now += retentionPeriod + day;
    await one.round();
    expect(await isStored(one, bot_exc_id)).toBe(false);
    expect(await auditStore(db, tenant_id).get('aud_1')).toMatchObject({ object_id: bot_exc_id });
    const days = { from: isoTime(noon - day), to: isoTime(noon + day), interval: 'day' as const };
    const { items } = await one.scene.executions.getRunStatistics(root, days);
    expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  });

  it('is kept for the period of the plan, and longer without a plan', async () => {
    const short = await openRetention(world);
    const long = await openRetention(world, 'standard');
    const lapsed = await openRetention(world, 'none');
    const all = await Promise.all([short, long, lapsed].map((one) => one.ended()));
    const areStored = () =>
      Promise.all([short, long, lapsed].map((one, at) => isStored(one, all[at]?.bot_exc_id ?? '')));
    for (const one of [short, long, lapsed]) one.scene.time.now = noon + 31 * day;
    await short.round();
    expect(await areStored()).toEqual([false, true, true]);
    short.scene.time.now = noon + 91 * day;
    await short.round();
    expect(await areStored()).toEqual([false, false, true]);
    short.scene.time.now = noon + 401 * day;
    await short.round();
    expect(await areStored()).toEqual([false, false, false]);
  });

  it('stays for 30 days after a change to a smaller plan', async () => {
    const one = await openRetention(world);
    const { db, tenant_id, time } = one.scene;
    const start_date = isoTime(noon - day);
    const larger = { _id: 'sub_2', subscription_type: 'enterprise' as const, start_date };
    const end_date = isoTime(noon + 40 * day);
    await subscriptionStore(db, tenant_id).create({ ...larger, end_date });
    const { bot_exc_id } = await one.ended();
    time.now = noon + 69 * day;
    await one.round();
    expect(await isStored(one, bot_exc_id)).toBe(true);
    time.now = noon + 71 * day;
    await one.round();
    expect(await isStored(one, bot_exc_id)).toBe(false);
  });

  it('is deleted earlier where its bot says so, but never later than the plan', async () => {
    const one = await openRetention(world);
    const { bots, root, time } = one.scene;
    const bot = async (name: string, retention_days: number) => {
      const settings = { allow_overlap: false, retention_days };
      return (await bots.createBot(root, { ...drawBot(name), settings }))._id;
    };
    const [brief, long] = [await bot('Brief', 7), await bot('Long', 365)];
    const bot_key = (id: string) => `${one.scene.tenant_id}#${id}`;
    const runs: string[] = [];
    for (const bot_id of [brief, long, 'bot_1']) {
      runs.push((await one.ended({ bot_id, bot_key: bot_key(bot_id) })).bot_exc_id);
    }
    const areStored = () => Promise.all(runs.map((id) => isStored(one, id)));
    time.now = noon + 8 * day;
    await one.round();
    expect(await areStored()).toEqual([false, true, true]);
    time.now = noon + retentionPeriod + day;
    await one.round();
    expect(await areStored()).toEqual([false, false, false]);
  });
});

describe('a run that is still needed', () => {
  it('stays with all its data, however long it waits for an approval', async () => {
    const one = await openRetention(world);
    const bot_exc_id = await one.furnished();
    await commit(one.scene, bot_exc_id, { state: 'WAITING_FOR_APPROVAL' });
    const approval = await storeApproval(one.scene, { bot_exc_id });
    const before = await one.itemsNaming(bot_exc_id);
    one.scene.time.now += 10 * retentionPeriod;
    await one.round();
    expect(await one.itemsNaming(bot_exc_id)).toEqual(before);
    expect(await one.hasFiles(bot_exc_id)).toBe(true);
    const approvals = approvalStore(one.scene.db, one.scene.tenant_id);
    expect((await approvals.get(approval))?.status).toBe('pending');
    // Its retention period begins when it ends.
    await finish(one.scene, bot_exc_id);
    one.scene.time.now += retentionPeriod - day;
    await one.round();
    expect(await isStored(one, bot_exc_id)).toBe(true);
    one.scene.time.now += 2 * day;
    await one.round();
    expect(await isStored(one, bot_exc_id)).toBe(false);
  });

  it.each<[string, (runs: RunStore, second: string, third: string) => Promise<boolean>]>([
    [
      'a chain of runs that resume it is under way',
      (runs, second, third) => runs.claimResume(second, third, undefined),
    ],
    [
      'one of its iterations, or of a resuming run, runs again',
      (runs, second, third) => runs.noteAgain(second, ['exc_gone', third], undefined),
    ],
  ])('stays while %s', async (_, continueRun) => {
    const one = await openRetention(world);
    const { db, tenant_id, time } = one.scene;
    const runs = executionStore(db, tenant_id);
    const { bot_exc_id: first } = await one.ended();
    const { bot_exc_id: second } = await one.ended();
    const third = await startRun(one.scene);
    await runs.claimResume(first, second, undefined);
    await continueRun(runs, second, third);
    const areStored = () => Promise.all([first, second].map((id) => isStored(one, id)));
    time.now += retentionPeriod + day;
    await one.round();
    expect(await areStored()).toEqual([true, true]);
    await finish(one.scene, third);
    time.now += day + 1;
    await one.round();
    expect(await areStored()).toEqual([false, false]);
  });

  it('stays until the follow-up of its end is done', async () => {
    const one = await openRetention(world);
    const id = await startRun(one.scene);
    const finished_at = isoTime(one.scene.time.now);
    await commit(one.scene, id, { state: 'FAILED', finished_at, outbox: endedOutbox });
    one.scene.time.now += retentionPeriod + day;
    await one.round();
    expect(await isStored(one, id)).toBe(true);
    const runs = executionStore(one.scene.db, one.scene.tenant_id);
    expect(await runs.removeEnded(id)).toBe(false);
    await runs.markSettled(id);
    one.scene.time.now += day + 1;
    await one.round();
    expect(await isStored(one, id)).toBe(false);
  });
});

describe('a retention round whose process is killed', () => {
  const ownWorld = openTestDatabase();

  it('leaves nothing that the next round does not remove, at any write', async () => {
    const step = caseCount({ usual: 5, thorough: 1 });
    let [isComplete, kills] = [false, 0];
    for (let at = 1; !isComplete; at += step) {
      const one = await openRetention(ownWorld);
      const oldRuns = [(await one.ended()).bot_exc_id, (await one.ended()).bot_exc_id];
      one.scene.time.now += retentionPeriod + day;
      const { bot_exc_id: young } = await one.ended();
      const before = await one.itemsNaming(young);
      const mortal = failingDatabase(one.scene.db, at);
      await one.round(mortal.db).catch(() => undefined);
      isComplete = !mortal.died();
      kills += isComplete ? 0 : 1;
      one.scene.time.now += 3600_000;
      await one.round();
      for (const id of oldRuns) {
        expect([at, await one.itemsNaming(id)]).toEqual([at, { approvals: 1 }]);
        expect(await one.hasFiles(id)).toBe(false);
      }
      expect([at, await one.itemsNaming(young)]).toEqual([at, before]);
    }
    expect(kills * step).toBeGreaterThan(20);
  });
});

describe('the turns of organisations', () => {
  const ownWorld = openTestDatabase();

  it('limit the removals of an organisation, and continue in the next round', async () => {
    const [large, small] = [await openRetention(ownWorld), await openRetention(ownWorld)];
    const many: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      const id = await startRun(large.scene);
      await finish(large.scene, id);
      large.scene.time.now += 1000;
      many.push(id);
    }
    const { bot_exc_id: one } = await small.ended();
    large.scene.time.now = noon + retentionPeriod + day;
    const countRemaining = async () => {
      const stored = await Promise.all(many.map((id) => isStored(large, id)));
      return stored.filter(Boolean).length;
    };
    await large.round(ownWorld.db, { turn: 30, round: 60 });
    expect(await isStored(small, one)).toBe(false);
    expect(await countRemaining()).toBeGreaterThan(20);
    // The oldest are removed.
    expect(await isStored(large, many[0] ?? '')).toBe(false);
    expect(await isStored(large, many.at(-1) ?? '')).toBe(true);
    await large.round(ownWorld.db);
    expect(await countRemaining()).toBe(0);
  });

  it('are taken once a day, by one of several servers at the same time', async () => {
    const one = await openRetention(ownWorld);
    const { db, tenant_id, time } = one.scene;
    const first = await one.ended();
    time.now += retentionPeriod + day;
    await Promise.all([one.round(), one.round(), one.round()]);
    expect(await isStored(one, first.bot_exc_id)).toBe(false);
    const { retention_at } = (await organisationStore(db, tenant_id).get()) ?? {};
    expect(retention_at).toBe(isoTime(time.now + day));
    const removalLines = one.lines.filter((line) => JSON.stringify(line).includes(tenant_id));
    expect(removalLines).toHaveLength(1);
  });

  it('begin at a sign-in for an organisation of an older release', async () => {
    const one = await openRetention(ownWorld);
    const { db, tenant_id, clock } = one.scene;
    const key = { tenant_id, _id: 'organisation' };
    await deleteItem(db, organisationTable, key);
    const fields = { name: 'Acme', created_at: isoTime(noon) };
    await putNewItem(db, organisationTable, { ...key, ...fields });
    const { bot_exc_id } = await one.ended();
    one.scene.time.now += retentionPeriod + day;
    await one.round();
    expect(await isStored(one, bot_exc_id)).toBe(true);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const handleSignIn = handleIdentityEvent({ db, clock, log, closeEnded: async () => undefined });
    await handleSignIn({ kind: 'sign_in', tenant_id, user_id: 'ada@example.com' });
    await one.round();
    expect(await isStored(one, bot_exc_id)).toBe(false);
  });
});

describe('data about a removed run', () => {
  it('includes the outline of a deleted bot, which goes with its last run', async () => {
    const one = await openRetention(world);
    const { db, tenant_id, bots, root, time } = one.scene;
    const { _id: bot_id } = await bots.createBot(root, drawBot('Guard'));
    const fields = { bot_id, bot_key: `${tenant_id}#${bot_id}` };
    const first = await one.ended(fields);
    await botStore(db, tenant_id).delete(bot_id);
    time.now += 10 * day;
    const last = await one.ended(fields);
    const versions = botVersionStore(db, tenant_id);
    await versions.outline(bot_id, 1);
    time.now = noon + retentionPeriod + day;
    await one.round();
    expect(await isStored(one, first.bot_exc_id)).toBe(false);
    expect((await versions.get(bot_id, 1))?.outline).toBe(true);
    time.now += 10 * day;
    await one.round();
    expect(await isStored(one, last.bot_exc_id)).toBe(false);
    expect(await versions.get(bot_id, 1)).toBeUndefined();
  });

  it('is not written again when the run is resumed at that moment', async () => {
    const { db, tenant_id } = openScene(world);
    const runs = executionStore(db, tenant_id);
    expect(await runs.claimResume('exc_gone', 'exc_2', undefined)).toBe(false);
    expect(await runs.get('exc_gone')).toBeUndefined();
  });
});
