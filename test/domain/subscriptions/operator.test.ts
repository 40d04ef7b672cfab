import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { startForEvent } from '#lib/domain/executions/runs/event-start.service.ts';
import { operatorSubscription } from '#lib/domain/subscriptions/operator.schema.ts';
import { recordSubscription } from '#lib/domain/subscriptions/operator.service.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openDatabase } from '#lib/local/database.ts';
import { lockFolder } from '#lib/local/lock.ts';
import { tables } from '#lib/tables.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { eventDrivenStart } from '../bots/draw-bot.ts';
import { openLimitedBot } from '../executions/limited-bot.ts';
import { openSender } from '../listeners/sender.ts';
import { noon, openScene, refusalFrom, type Scene } from '../scene.ts';

const world = openTestDatabase();
const day = 24 * 3600_000;
const newOrganisation = {
  name: 'Acme',
  created_at: isoTime(noon),
  default_role_id: 'role_1',
  roots: {},
};

/** An organisation whose trial has ended. */
const createEndedTrial = async ({ db, tenant_id }: Scene) => {
  await organisationStore(db, tenant_id).create(newOrganisation);
  await subscriptionStore(db, tenant_id).create({
    _id: 'sub_first',
    subscription_type: 'trial',
    start_date: isoTime(noon - 20 * day),
    end_date: isoTime(noon - 6 * day),
  });
};

const recorderFor = ({ db, tenant_id, time }: Scene) => {
  const record = recordSubscription({ db, clock: () => time.now });
  return (input: object) => record(operatorSubscription.parse({ tenant_id, ...input }));
};

const standard = { plan: 'standard', start_date: '2026-09-01' };

describe('a subscription that the operator records', () => {
  it('allows new runs after the trial, and the replay of a parked event', async () => {
    const line = await openLimitedBot(world);
    const { scene } = line;
    await createEndedTrial(scene);
    const { listener_id, send, signed, events } = await openSender(scene);
    const bot_id = await line.publish('By hand');
    await line.publish('By event', {}, eventDrivenStart(listener_id));
    const run = () => scene.executions.startExecution(scene.root, { bot_id });
    expect((await refusalFrom(run()))?.message).toMatch(/Subscribe to start bots again\./);
    const { event_id } = (await send(signed('{}'))).body;
    const start = startForEvent(line.deps);
    await start({ tenant_id: scene.tenant_id, listener_id, event_id });
    expect((await events())[0]).toMatchObject({ handling: 'parked' });

    scene.time.now += day;
    const since = isoTime(scene.time.now);
    const { plan } = await recorderFor(scene)({ plan: 'standard', start_date: since });
    expect(plan.key).toBe('standard');
    await run();
    await scene.listeners.replayListenerEvent(scene.root, { listener_id, event_id });
    const fact = scene.facts.findLast((one) => one.type === 'listener_event_received');
    if (fact) await start(fact);
    expect((await events())[0]).toMatchObject({ handling: 'started' });

    await recorderFor(scene)({ plan: 'standard', start_date: since, end_date: since });
    expect((await refusalFrom(run()))?.status).toBe(409);
  });

  it('is stored once however often it is recorded, and keeps its end', async () => {
    const scene = openScene(world);
    await createEndedTrial(scene);
    const record = recorderFor(scene);
    await Promise.all([1, 2, 3].map(() => record(standard)));
    const end_date = isoTime(noon + day);
    await record({ ...standard, end_date });
    const { subscriptions } = await record(standard);
    expect(subscriptions).toHaveLength(2);
    expect(subscriptions).toContainEqual({
      tenant_id: scene.tenant_id,
      _id: 'sub_standard_2026-09-01T00:00:00.000Z',
      subscription_type: 'aws_marketplace_subscription',
      plan: 'standard',
      start_date: '2026-09-01T00:00:00.000Z',
      end_date,
    });
    expect((await scene.subscriptions.listSubscriptions(scene.root, {})).items).toEqual(
      subscriptions.map(({ tenant_id: _, ...visibleFields }) => visibleFields),
    );
  });

  it('may extend the trial', async () => {
    const scene = openScene(world);
    await createEndedTrial(scene);
    const trial = { plan: 'trial', start_date: isoTime(noon - 20 * day) };
    const { subscriptions, plan } = await recorderFor(scene)({
      ...trial,
      end_date: isoTime(noon + day),
    });
    expect(subscriptions).toHaveLength(1);
    expect(plan.key).toBe('trial');
  });

  it('is recorded in the audit trail of its organisation, with plan, start and end', async () => {
    const scene = openScene(world);
    await createEndedTrial(scene);
    await recorderFor(scene)({ ...standard, end_date: '2027-09-01' });
    const { items } = await scene.audit.listAuditTrails(scene.root, {
      number_of_items: 10,
      action: ['record_subscription'],
    });
    expect(items).toMatchObject([
      {
        user_id: 'operator',
        outcome: 'done',
        evidence: {
          Plan: 'standard',
          Start: '2026-09-01T00:00:00.000Z',
          End: '2027-09-01T00:00:00.000Z',
        },
      },
    ]);
  });

  it('is refused for an unknown organisation, and nothing is stored', async () => {
    const scene = openScene(world);
    expect(await refusalFrom(recorderFor(scene)(standard))).toMatchObject({
      status: 404,
      message: 'There is no organisation with this id. Check that the id is complete.',
    });
    expect(await subscriptionStore(scene.db, scene.tenant_id).list()).toEqual([]);
  });

  it.each([
    ['no organisation', { tenant_id: undefined }, 'Enter the id of the organisation.'],
    ['an unknown plan', { plan: 'gold' }, 'Choose a plan: trial, starter, standard, enterprise.'],
    ['no start', { start_date: undefined }, 'Enter when it starts, such as 2026-12-01 or'],
    ['no date', { end_date: 'tomorrow' }, 'Enter when it ends, such as 2026-12-01 or'],
    ['a day that does not exist', { start_date: '2026-02-30' }, 'Enter when it starts'],
    ['an end before its start', { end_date: '2026-08-31' }, 'The end is before the start.'],
  ])('is refused with %s', (_, change, sentence) => {
    const input = { tenant_id: 'org_1', ...standard, ...change };
    const { error } = operatorSubscription.safeParse(input);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining(sentence),
    ]);
  });
});

describe('the command of the embedded edition', () => {
  const command = join(import.meta.dirname, '../../../bin/subscription.ts');
  const call = (DATA_DIR: string, ...args: string[]) => {
    const { PATH } = process.env;
    const options = { env: { PATH, DATA_DIR }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options);
    return { status, stderr, answer: status === 0 ? JSON.parse(stdout) : undefined };
  };

  it('lists organisations and records a subscription, unless a server is running', async () => {
    const { folder, remove } = temporaryFolder();
    const path = join(folder, 'database.db');
    const db = openDatabase({ path, tables, cursorKey: () => '' });
    await organisationStore(db, 'org_1').create({
      ...newOrganisation,
      roots: { 'ada@example.com': true },
    });
    await db.close();
    expect(call(folder).answer).toEqual([
      { tenant_id: 'org_1', name: 'Acme', roots: ['ada@example.com'] },
    ]);
    const input = JSON.stringify({ tenant_id: 'org_1', ...standard });
    expect(call(folder, input).answer).toMatchObject({ plan: { key: 'standard' } });
    const unlock = lockFolder(folder);
    expect(call(folder, input)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is in use by another Cloudwarden process'),
    });
    unlock();
    remove();
  });
});
