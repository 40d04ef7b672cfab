import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { runRequestedTest } from '#lib/domain/integrations/connection-test.service.ts';
import type { ConnectionVerdict } from '#lib/domain/integrations/connection-test.service.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { nextRetest } from '#lib/domain/integrations/retest.rules.ts';
import { startDueTests } from '#lib/domain/integrations/retest.service.ts';
import { notificationService } from '#lib/domain/notifications/notification.service.ts';
import type { UserSettings } from '#lib/domain/users/user.schema.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { openScene, type Scene } from '../scene.ts';
import { changeIntegration, connect } from './api-integration.ts';

const world = openTestDatabase();
const hour = 3600_000;
const day = 24 * hour;
const works: ConnectionVerdict = { ok: true, connected_as: 'robot' };
const fails: ConnectionVerdict = { ok: false, reason: 'api.example.com says 401.' };

type Requested = Extract<Fact, { type: 'integration_test_requested' }>;

const isTest = (fact: Fact): fact is Requested => fact.type === 'integration_test_requested';

/** The tests requested since the last look; the sweep covers other organisations as well. */
const testsOf = ({ facts, tenant_id }: Scene): Requested[] =>
  facts
    .splice(0)
    .filter(isTest)
    .filter((fact) => fact.tenant_id === tenant_id);

/** Performs the requested tests; returns how many there were. */
const performTests = async (scene: Scene, verdict: ConnectionVerdict): Promise<number> => {
  const requests = testsOf(scene);
  const { userDeps: deps } = scene;
  const testConnection = async () => verdict;
  const handle = runRequestedTest({
    ...deps,
    openIntegration: openIntegration(scene),
    testConnection,
  });
  for (const fact of requests) await Promise.all([handle(fact), handle(fact)]);
  return requests.length;
};

/** Lets hours pass, with a sweep every quarter of an hour; returns the number of tests. */
const passHours = async (
  scene: Scene,
  hours: number,
  verdict: ConnectionVerdict,
): Promise<number> => {
  let tests = 0;
  for (let quarter = 0; quarter < hours * 4; quarter += 1) {
    scene.time.now += hour / 4;
    await startDueTests(scene)();
    tests += await performTests(scene, verdict);
  }
  return tests;
};

/** Makes the integration's creator a user with these settings. */
const addOwner = ({ db, tenant_id, root }: Scene, settings: UserSettings = {}) => {
  const dates = { created_at: '', updated_at: '', revision: 1, settings };
  const owner = { name: 'Root', userType: 'ROOT' as const, readOnly: false, roles: [] };
  return userStore(db, tenant_id).create({ _id: root.user_id, ...owner, ...dates });
};

const open = async () => {
  const scene = openScene(world);
  const organisation = { name: 'Ours', created_at: '', default_role_id: null };
  const roots = { 'boss@example.com': true as const };
  await organisationStore(scene.db, scene.tenant_id).create({ ...organisation, roots });
  const { accountId } = await connect(scene);
  const test = async (verdict: ConnectionVerdict) => {
    await scene.integrations.testIntegration(scene.root, { accountId, send_message: false });
    await performTests(scene, verdict);
  };
  const readIntegration = () => scene.integrations.getIntegration(scene.root, { accountId });
  const notificationsOf = async (caller = scene.root) => {
    const page = await notificationService(scene).listNotifications(caller, {
      kind: 'integration_failed',
      number_of_items: 10,
    });
    return page.items;
  };
  return { scene, accountId, test, readIntegration, notificationsOf };
};

describe('an integration that works', () => {
  it('is tested once a day, at a time of its own', async () => {
    const { scene, test, readIntegration } = await open();
    await test(works);
    expect(await passHours(scene, 36, works)).toBeGreaterThan(0);
    const { tested_at: first = '' } = await readIntegration();
    expect(await passHours(scene, 24 * 5, works)).toBe(5);
    const { tested_at: last = '', integrationState } = await readIntegration();
    expect(Date.parse(last) - Date.parse(first)).toBe(5 * day);
    expect(integrationState).toBe('ACTIVE');
    expect(scene.mails).toEqual([]);
  });

  it('stays ACTIVE while a daily test runs, which is requested once', async () => {
    const { scene, test, readIntegration } = await open();
    await test(works);
    scene.time.now += 36 * hour;
    await startDueTests(scene)();
    expect((await readIntegration()).integrationState).toBe('ACTIVE');
    await startDueTests(scene)();
    expect(testsOf(scene)).toHaveLength(1);
  });

  it('is tested again after a test was lost with its process', async () => {
    const { scene, test } = await open();
    await test(works);
    scene.time.now += 36 * hour;
    await startDueTests(scene)();
    expect(testsOf(scene)).toHaveLength(1);
    scene.time.now += 2 * hour;
    await startDueTests(scene)();
    expect(await performTests(scene, works)).toBe(1);
  });

  it('is not tested daily before its first success, or after a change of values', async () => {
    const { scene, accountId, test } = await open();
    expect(await passHours(scene, 48, works)).toBe(0);
    await test(works);
    await changeIntegration(scene, accountId, { values: { token: 'another-token' } });
    expect(await passHours(scene, 48, works)).toBe(0);
  });

  it('is not tested daily if its test sends a message', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene, {
      cspName: 'google_chat',
      values: { webhook_url: 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t' },
    });
    await scene.integrations.testIntegration(scene.root, { accountId, send_message: true });
    await performTests(scene, { ok: true });
    expect(await passHours(scene, 48, works)).toBe(0);
  });
});

describe('an integration whose daily test fails', () => {
  it('shows the reason and notifies its owner once', async () => {
    const { scene, accountId, test, readIntegration, notificationsOf } = await open();
    const { user_id } = scene.root;
    await addOwner(scene);
    await test(works);
    expect(await passHours(scene, 24 * 6, fails)).toBeGreaterThanOrEqual(5);
    expect(await readIntegration()).toMatchObject({
      integrationState: 'ERROR',
      state_reason: 'api.example.com says 401.',
    });
    expect(scene.mails).toEqual([
      {
        to: [user_id],
        subject: 'Integration failed: Ticket API',
        text: expect.stringContaining(`/integrations/view/${accountId}`),
      },
    ]);
    expect(scene.mails[0]?.text).toContain('says 401.');
    expect(await notificationsOf()).toMatchObject([
      {
        title: 'The integration Ticket API failed',
        text: 'api.example.com says 401.',
        link: `/integrations/view/${accountId}`,
        unread: true,
      },
    ]);
  });

  it('sends no mail to an owner who turned such mails off', async () => {
    const { scene, test, notificationsOf } = await open();
    await test(works);
    await addOwner(scene, { not_mailed: ['integration_failed'] });
    await passHours(scene, 48, fails);
    expect([scene.mails, (await notificationsOf()).length]).toEqual([[], 1]);
  });

  it('mails the ROOT users where its owner no longer exists', async () => {
    const { scene, test } = await open();
    await test(works);
    await passHours(scene, 48, fails);
    expect(scene.mails.map(({ to }) => to)).toEqual([['boss@example.com']]);
  });

  it('shows a notification only to people who may change it', async () => {
    const { scene, test, notificationsOf } = await open();
    await test(works);
    await passHours(scene, 48, fails);
    const reader = person(scene.tenant_id, 'eve@example.com', { userType: 'SUBUSER' });
    const otherScene = openScene(world);
    expect([
      await notificationsOf(),
      await notificationsOf(reader),
      await notificationsOf(otherScene.root),
    ]).toEqual([[expect.objectContaining({ kind: 'integration_failed' })], [], []]);
  });

  it('becomes ACTIVE after a success, and notifies again at the next failure', async () => {
    const { scene, test, readIntegration, notificationsOf } = await open();
    await test(works);
    await passHours(scene, 48, fails);
    await passHours(scene, 48, works);
    expect((await readIntegration()).integrationState).toBe('ACTIVE');
    expect(await notificationsOf()).toEqual([]);
    await passHours(scene, 48, fails);
    expect(scene.mails).toHaveLength(2);
  });

  it('notifies its owner once, also after a failed test by a person', async () => {
    const { scene, test, notificationsOf } = await open();
    await test(works);
    await test(fails);
    expect([scene.mails, await notificationsOf()]).toEqual([[], []]);
    expect(await passHours(scene, 72, fails)).toBeGreaterThan(1);
    await test(fails);
    expect(await passHours(scene, 48, fails)).toBeGreaterThan(0);
    expect([scene.mails.length, (await notificationsOf()).length]).toEqual([1, 1]);
  });
});

describe('a connection test with a temporary failure', () => {
  const busy: ConnectionVerdict = { ok: false, reason: 'It failed with 503.', passing: true };

  /** Waits until the daily test is due and done. */
  const failDailyTest = async ({ scene, test }: Awaited<ReturnType<typeof open>>) => {
    await test(works);
    scene.time.now += 36 * hour;
    await startDueTests(scene)();
    expect(await performTests(scene, busy)).toBe(1);
  };

  it('is repeated minutes later, without a notification if it then succeeds', async () => {
    const setup = await open();
    const { scene, readIntegration, notificationsOf } = setup;
    await failDailyTest(setup);
    expect(await readIntegration()).toMatchObject({
      integrationState: 'ACTIVE',
      connected_as: 'robot',
    });
    await startDueTests(scene)();
    expect(testsOf(scene)).toEqual([]);
    expect(await passHours(scene, 0.25, works)).toBe(1);
    expect((await readIntegration()).integrationState).toBe('ACTIVE');
    expect([scene.mails, await notificationsOf()]).toEqual([[], []]);
    expect(await passHours(scene, 11, works)).toBe(0);
    expect(await readIntegration()).not.toHaveProperty('retest_again');
  });

  it('counts as failed if it fails again, and notifies once', async () => {
    const setup = await open();
    const { scene, readIntegration, notificationsOf } = setup;
    await failDailyTest(setup);
    expect(await passHours(scene, 0.25, busy)).toBe(1);
    expect(await readIntegration()).toMatchObject({
      integrationState: 'ERROR',
      state_reason: 'It failed with 503.',
    });
    expect([scene.mails.length, (await notificationsOf()).length]).toEqual([1, 1]);
    expect(await passHours(scene, 72, busy)).toBeLessThanOrEqual(3);
    expect(scene.mails).toHaveLength(1);
  });

  it('is repeated once more for each failure that follows a success', async () => {
    const setup = await open();
    const { scene, readIntegration } = setup;
    await failDailyTest(setup);
    await passHours(scene, 0.25, works);
    scene.time.now += 36 * hour;
    await startDueTests(scene)();
    await performTests(scene, busy);
    expect((await readIntegration()).integrationState).toBe('ACTIVE');
  });

  it('counts as failed at once where a person started it', async () => {
    const { scene, test, readIntegration } = await open();
    await test(works);
    await test(busy);
    expect((await readIntegration()).integrationState).toBe('ERROR');
    expect(scene.mails).toEqual([]);
  });
});

describe('the daily tests of all integrations', () => {
  it('are spread over the day', () => {
    const now = Date.parse('2026-09-01T12:00:00Z');
    const hours = new Map<number, number>();
    for (let n = 0; n < 2400; n += 1) {
      const at = nextRetest(timedId('int', now), now);
      expect(at - now).toBeGreaterThanOrEqual(day / 2);
      expect(at - now).toBeLessThan(1.5 * day);
      const startHour = new Date(at).getUTCHours();
      hours.set(startHour, (hours.get(startHour) ?? 0) + 1);
    }
    expect(hours.size).toBe(24);
    expect(Math.max(...hours.values())).toBeLessThan(200);
  });
});
