import { statisticsStore } from '#lib/domain/executions/history/statistics.store.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { startForEvent } from '#lib/domain/executions/runs/event-start.service.ts';
import { connectWithinAccountLimit, countStart } from '#lib/domain/subscriptions/plan.service.ts';
import {
  forecastOf,
  monthOf,
  planOf,
  plans,
  runRetentionDays,
} from '#lib/domain/subscriptions/plan.rules.ts';
import type { Subscription } from '#lib/domain/subscriptions/subscription.schema.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { usageKey, usageStore } from '#lib/domain/subscriptions/usage.store.ts';
import { subscriptionTable } from '#lib/domain/subscriptions/subscription.table.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { addAmounts, getItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { eventDrivenStart } from '../bots/draw-bot.ts';
import { openLimitedBot } from '../executions/limited-bot.ts';
import { openSender } from '../listeners/sender.ts';
import { noon, openScene, refusalFrom, type Scene } from '../scene.ts';

const world = openTestDatabase();
const day = 24 * 3600_000;

type HeldSubscription = Omit<Subscription, 'tenant_id' | '_id' | 'start_date'>;

const starter: HeldSubscription = {
  subscription_type: 'aws_marketplace_subscription',
  plan: 'starter',
};
const standard: HeldSubscription = { subscription_type: 'aws_marketplace_subscription' };
const enterprise: HeldSubscription = { subscription_type: 'enterprise' };
const trial = (days: number): HeldSubscription => ({
  subscription_type: 'trial',
  end_date: isoTime(noon + days * day),
});

const withStartDate = (one: HeldSubscription) => ({ ...one, start_date: isoTime(noon - 20 * day) });

const subscribe = ({ db, tenant_id }: Scene, one: HeldSubscription, _id = 'sub_1') =>
  subscriptionStore(db, tenant_id).create({ _id, ...withStartDate(one) });

/** As if this many runs had started this month. */
const addUsage = ({ db, tenant_id }: Scene, executions: number) =>
  addAmounts(db, subscriptionTable, usageKey(tenant_id, monthOf(noon)), { executions });

const readUsage = ({ db, tenant_id }: Scene) => usageStore(db, tenant_id).executions(monthOf(noon));

/** Why a start is rejected, for a run that is not recorded anywhere yet. */
const verdictOf = async ({ db, tenant_id }: Scene, _id: string, at: number) => {
  const verdict = await countStart(db, { tenant_id, _id, at }, async () => false);
  return 'refusal' in verdict ? verdict.refusal : undefined;
};

describe('the plan of an organisation', () => {
  it.each([
    ['a marketplace subscription that names the plan', [starter], 'starter'],
    ['a marketplace subscription without a plan', [standard], 'standard'],
    ['a running trial', [trial(1)], 'trial'],
    ['Standard that was bought during the trial', [trial(1), standard], 'standard'],
    ['a trial beside a smaller plan: the larger one', [trial(1), starter], 'trial'],
    ['an ended trial beside a plan', [trial(-1), starter], 'starter'],
    ['Enterprise beside another', [standard, enterprise], 'enterprise'],
    ['an ended trial alone', [trial(-1)], 'none'],
    ['a trial at the moment of its end', [trial(0)], 'none'],
    ['no subscription ever', [], 'enterprise'],
  ])('follows from %s', (_name, subscriptions, key) => {
    expect(planOf(subscriptions.map(withStartDate), noon).key).toBe(key);
  });

  it('has a usage forecast from the days that have passed, including today', () => {
    expect(forecastOf(100, Date.UTC(2026, 8, 16))).toBe(200);
    expect(forecastOf(10, Date.UTC(2026, 8, 1, 1))).toBe(300);
    expect(forecastOf(300, Date.UTC(2026, 8, 30, 23, 59))).toBe(300);
    expect(forecastOf(0, noon)).toBe(0);
  });
});

describe('starts of runs', () => {
  it('are each counted once, and never beyond the plan', async () => {
    const scene = openScene(world);
    await subscribe(scene, starter);
    await addUsage(scene, 6_990);
    const start = (n: number) => verdictOf(scene, `exc_${n}`, noon);
    const twice = [...Array(20).keys(), ...Array(20).keys()];
    await Promise.all(twice.map(start));
    expect(await readUsage(scene)).toBe(7_000);
    expect(await start(99)).toBe(
      'The Starter plan includes 7,000 bot executions a month, and all of them are used. Change ' +
        'to a larger plan, or wait until 2026-10-01. See Account, Subscription.',
    );
    const october = Date.UTC(2026, 9, 1);
    expect(await verdictOf(scene, 'exc_99', october)).toBeUndefined();
  });

  it('are not counted again when their event arrives again much later', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const { listener_id, send, signed } = await openSender(scene);
    await line.publish('Guard', {}, eventDrivenStart(listener_id));
    await subscribe(scene, starter);
    const start = startForEvent(line.deps);
    const eventIds: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      scene.time.now += 1000;
      const { event_id } = (await send(signed(`{"n":${n}}`))).body;
      eventIds.push(event_id);
      await start({ tenant_id: scene.tenant_id, listener_id, event_id });
    }
    expect(await readUsage(scene)).toBe(40);
    for (const event_id of eventIds)
      await start({ tenant_id: scene.tenant_id, listener_id, event_id });
    expect(await readUsage(scene)).toBe(40);
    const key = usageKey(scene.tenant_id, monthOf(noon));
    const item = await getItem(scene.db, subscriptionTable, key);
    expect(Object.keys(item ?? {}).filter((name) => name.startsWith('s_')).length).toBeLessThan(6);
  });

  it('are counted once although processes crash before the run is recorded', async () => {
    const scene = openScene(world);
    await subscribe(scene, starter);
    for (let n = 0; n < 3; n += 1) await verdictOf(scene, 'exc_1', noon);
    expect(await readUsage(scene)).toBe(1);
  });

  it('are refused by hand with the name of the plan, except for dry runs', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const bot_id = await line.publish('Guard');
    await subscribe(scene, starter);
    const run = (dry_run?: true) =>
      scene.executions.startExecution(scene.root, { bot_id, ...(dry_run && { dry_run }) });
    await addUsage(scene, 6_999);
    await run(true);
    await run();
    expect(await readUsage(scene)).toBe(7_000);
    const refusal = await refusalFrom(run());
    expect(refusal).toMatchObject({ status: 409 });
    expect(refusal?.message).toMatch(/^The Starter plan includes 7,000 bot executions a month/);
    await run(true);
    expect(await line.listed()).toHaveLength(3);
    await subscribe(scene, enterprise, 'sub_2');
    await run();
    expect(await line.listed()).toHaveLength(4);
    // Without a limit nothing is counted.
    expect(await readUsage(scene)).toBe(7_000);
  });

  it.each([
    ['a replay after an upgrade starts the missing run', true],
    ['a replay does not repeat a run that was removed', false],
  ])('park an event beyond the plan; %s', async (_, isKept) => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const { listener_id, send, signed, events } = await openSender(scene);
    await line.publish('First', {}, eventDrivenStart(listener_id));
    await line.publish('Second', {}, eventDrivenStart(listener_id));
    await subscribe(scene, starter);
    await addUsage(scene, 6_999);
    const { event_id } = (await send(signed('{}'))).body;
    const start = startForEvent(line.deps);
    await start({ tenant_id: scene.tenant_id, listener_id, event_id });
    const [parked] = await events();
    expect(parked).toMatchObject({ handling: 'parked', bot_exc_ids: [expect.any(String)] });
    expect(parked?.parked?.cause).toMatch(/^The Starter plan includes 7,000/);
    const [first = ''] = parked?.bot_exc_ids ?? [];
    if (!isKept) {
      await line.end(first);
      await executionStore(scene.db, scene.tenant_id).removeEnded(first);
    }
    await subscribe(scene, standard, 'sub_2');
    scene.time.now += 1000;
    await scene.listeners.replayListenerEvent(scene.root, { listener_id, event_id });
    const fact = scene.facts.findLast((one) => one.type === 'listener_event_received');
    if (fact) await start(fact);
    const [started] = await events();
    expect(started).toMatchObject({ handling: 'started' });
    expect(started?.bot_exc_ids).toEqual([first, expect.any(String)]);
    expect(await line.listed()).toHaveLength(isKept ? 2 : 1);
    expect(await readUsage(scene)).toBe(7_001);
  });

  it('are not counted where a full bot drops the event', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    await subscribe(scene, starter);
    const { listener_id, send, signed } = await openSender(scene);
    const dropping = { concurrency: { limit: 1, when_full: 'drop' as const } };
    await line.publish('Busy', dropping, eventDrivenStart(listener_id));
    const start = startForEvent(line.deps);
    for (const n of [1, 2, 3]) {
      scene.time.now += 1000;
      const { event_id } = (await send(signed(`{"n":${n}}`))).body;
      await start({ tenant_id: scene.tenant_id, listener_id, event_id });
    }
    expect(await line.listed()).toHaveLength(1);
    expect(await readUsage(scene)).toBe(1);
  });
});

const cluster = (alias: string) => ({
  cspName: 'kubernetes',
  alias,
  groups: ['production'],
  values: {},
});

describe('the cloud accounts of a plan', () => {
  it('are limited to the number in the plan, also when ten connect at once', async () => {
    const scene = openScene(world);
    await subscribe(scene, starter);
    const connect = (alias: string) =>
      scene.integrations.createIntegration(scene.root, cluster(alias));
    const all = await Promise.all([...Array(10).keys()].map((n) => refusalFrom(connect(`C ${n}`))));
    expect(all.filter((one) => one === undefined).length).toBeLessThanOrEqual(2);
    const { accounts, plan } = await scene.subscriptions.getPlanUsage(scene.root, {});
    expect(accounts).toBeLessThanOrEqual(plan.accounts ?? 0);
    if (accounts < 2) await connect('Once more');
    expect((await refusalFrom(connect('One too many')))?.message).toBe(
      'The Starter plan includes 2 cloud and Kubernetes accounts, and all are connected. Delete ' +
        'one, or change to a larger plan. See Account, Subscription.',
    );
    const { items } = await scene.integrations.listIntegrations(scene.root, {
      number_of_items: 10,
    });
    const [first] = items;
    await scene.integrations.deleteIntegration(scene.root, { accountId: first?.accountId ?? '' });
    await connect('In its place');
  });
});

describe('accounts with ids older than the connected accounts', () => {
  /** As setups create them: their ids begin with the time of the setup's start. */
  it('stay within the plan when two connect at the same moment', async () => {
    const { db, tenant_id, ...scene } = openScene(world);
    await subscribe({ ...scene, db, tenant_id }, starter);
    const connected = new Set(['int_3_before']);
    let countCalls = 0;
    let bothCounted = () => {};
    const both = new Promise<void>((resolve) => (bothCounted = resolve));
    const connect = (_id: string) => {
      const account = {
        _id,
        counted: async () => [...connected],
        write: async () => {
          countCalls += 1;
          if (countCalls === 2) bothCounted();
          await both;
          connected.add(_id);
        },
        undo: async () => connected.delete(_id),
      };
      return refusalFrom(connectWithinAccountLimit(db, tenant_id, account, noon));
    };
    const refusals = await Promise.all([connect('int_1_setup'), connect('int_2_setup')]);
    expect([...connected].toSorted()).toEqual(['int_1_setup', 'int_3_before']);
    expect(refusals.map((one) => one?.status)).toEqual([undefined, 409]);
  });

  it('stay within the plan when another account connects before the write', async () => {
    const { db, tenant_id, ...scene } = openScene(world);
    await subscribe({ ...scene, db, tenant_id }, starter);
    const connected = new Set(['int_3_before']);
    const connect = (_id: string, before = async () => {}) => {
      const account = {
        _id,
        counted: async () => [...connected],
        write: async () => {
          await before();
          connected.add(_id);
        },
        undo: async () => connected.delete(_id),
      };
      return refusalFrom(connectWithinAccountLimit(db, tenant_id, account, noon));
    };
    const later = async () => {
      expect(await connect('int_2_later')).toBeUndefined();
    };
    expect(await connect('int_1_setup', later)).toMatchObject({ status: 409 });
    expect([...connected].toSorted()).toEqual(['int_2_later', 'int_3_before']);
  });
});

describe('the retention period of runs', () => {
  const from = (one: HeldSubscription, start: number, end?: number) => ({
    ...one,
    start_date: isoTime(noon + start * day),
    ...(end !== undefined && { end_date: isoTime(noon + end * day) }),
  });

  it.each([
    ['the plan alone', [from(starter, -40)], 30],
    ['the larger of two plans', [from(starter, -40), from(standard, -40)], 90],
    ['a larger plan until 30 days ago', [from(starter, -90), from(standard, -90, -30)], 30],
    ['a larger plan until 29 days ago', [from(starter, -90), from(standard, -90, -29)], 90],
    ['a larger plan for one day, 9 days ago', [from(starter, -90), from(enterprise, -9, -8)], 400],
    ['a larger plan that begins later', [from(starter, -90), from(standard, 1)], 30],
    ['days without any plan', [from(starter, -90, -20), from(starter, -5)], 400],
    ['no plan any more', [from(starter, -90, -60)], 400],
    ['a first plan that has just begun', [from(starter, 0)], 400],
    ['a first plan that began 30 days ago', [from(starter, -31)], 30],
    ['no subscription ever', [], 400],
  ])('follows from %s', (_name, subscriptions, days) => {
    expect(runRetentionDays(subscriptions, noon)).toBe(days);
  });
});

describe('schedules', () => {
  it('are refused if they are more frequent than the plan allows', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    const bot_id = await line.publish('Nightly', {}, { trigger_type: 'scheduled' });
    await subscribe(scene, standard);
    const enable = (cron_expression: string) =>
      scene.bots.setBotStatus(scene.root, { bot_id, status: 'enabled', cron_expression });
    const refusal = await refusalFrom(enable('*/2 * * * *'));
    expect(refusal).toMatchObject({ status: 400, extra: { field: 'cron_expression' } });
    expect(refusal?.message).toBe(
      'With the Standard plan, a bot can run every 5 minutes at most. Choose a longer interval, ' +
        'or change to a larger plan. See Account, Subscription.',
    );
    await enable('*/5 * * * *');
    await subscribe(scene, enterprise, 'sub_2');
    await enable('*/2 * * * *');
  });
});

describe('the usage of a plan', () => {
  it('is returned for the own organisation only', async () => {
    const [ownScene, otherScene] = [openScene(world), openScene(world)];
    await subscribe(ownScene, standard);
    await addUsage(ownScene, 100);
    await addUsage(otherScene, 7);
    ownScene.time.now = Date.UTC(2026, 8, 16);
    expect(await ownScene.subscriptions.getPlanUsage(ownScene.root, {})).toEqual({
      plan: plans.standard,
      month: '2026-09',
      resets_at: '2026-10-01T00:00:00.000Z',
      executions: 100,
      forecast: 200,
      accounts: 0,
      support_email: 'support@example.com',
    });
  });

  it('counts the ended runs of the month where the plan has no limit', async () => {
    const scene = openScene(world);
    const { tenant_id } = scene;
    await subscribe(scene, enterprise);
    const kind = { state: 'SUCCEEDED', bot_type: 'scheduled_bot' } as const;
    const endTimes = [Date.UTC(2026, 7, 31, 23), noon, noon - 3600_000];
    for (const ended_at of endTimes.map(isoTime)) {
      const run = { _id: `exc_${ended_at}`, bot_id: 'bot_1', ended_at, cost: 0, minutes_saved: 0 };
      await statisticsStore(scene, tenant_id).add({ ...run, kind });
    }
    const usage = await scene.subscriptions.getPlanUsage(scene.root, {});
    expect(usage).toMatchObject({ executions: 2, plan: { executions: null } });
  });
});
