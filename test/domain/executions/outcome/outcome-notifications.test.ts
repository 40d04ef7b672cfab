import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { endedOutbox } from '#lib/domain/executions/execution.rules.ts';
import { beginFollowUp, settleEndedRun } from '#lib/domain/executions/runs/settle-run.service.ts';
import type { Decision, OutcomeKind } from '#lib/domain/executions/outcome/outcome.schema.ts';
import { user, userSettings } from '#lib/domain/users/user.schema.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { emailOf } from '../../approvals/sample-approval.ts';
import { eventTrigger, manualTrigger, roleHolder } from '../../notifications/notification-scene.ts';
import { openScene, type Scene } from '../../scene.ts';
import { commit, openRunner, runOf, startRun } from '../runs.ts';

const world = openTestDatabase();

const bob = emailOf('bob');

const decisions: Record<Exclude<OutcomeKind, 'failed'>, Decision> = {
  approved: { kind: 'approved', approved: 1, asked: 1, by: [bob], message: 'Fine' },
  partly_approved: {
    kind: 'partly_approved',
    approved: 2,
    asked: 14,
    of: 'resources',
    by: [bob],
    message: 'Two',
  },
  rejected: { kind: 'rejected', approved: 0, asked: 14, by: [bob], message: 'Not today' },
  expired: { kind: 'expired', approved: 0, asked: 1, by: [] },
};

/** A run of Ada's with decided approvals; returns its id. */
const createDecidedRun = async (
  scene: Scene,
  decision: Decision,
  fields: Partial<Execution> = {},
): Promise<string> => {
  const id = await startRun(scene, { trigger: manualTrigger('ada'), ...fields });
  const finished_at = isoTime(scene.time.now);
  const end = { state: 'SUCCEEDED' as const, finished_at, outbox: endedOutbox };
  await commit(scene, id, { ...end, outcome: decision.kind, decision });
  return id;
};

/** Stores a user, who starts runs here until a test removes the user. */
const addUser = (scene: Scene, name: string) => {
  const at = isoTime(scene.time.now);
  return userStore(scene.db, scene.tenant_id).create(
    user.parse({
      tenant_id: scene.tenant_id,
      _id: emailOf(name),
      name,
      userType: 'SUBUSER',
      readOnly: false,
      created_at: at,
      updated_at: at,
    }),
  );
};

const settle = (scene: Scene, bot_exc_id: string) => {
  const log = { info() {}, warn() {}, error() {} };
  const deps = { ...scene, runner: openRunner(), log, site: { url: 'https://cw.example' } };
  return settleEndedRun(deps)({ tenant_id: scene.tenant_id, bot_exc_id });
};

const notificationsOf = async (scene: Scene, name: string, role = 'Bot-Author') => {
  const request = { number_of_items: 10, kind: 'run_decided' as const };
  const page = await scene.notifications.listNotifications(roleHolder(scene, name, role), request);
  return page.items;
};

describe('the person who started a run', () => {
  it.each([
    ['approved', 'Isolate was approved', 'Approved by bob@example.com: Fine'],
    [
      'partly_approved',
      'Isolate was partly approved',
      '2 of 14 resources approved by bob@example.com: Two',
    ],
    ['rejected', 'Isolate was rejected', 'Rejected by bob@example.com: Not today'],
    ['expired', 'Isolate expired', 'Nobody decided before the approval expired.'],
  ] as const)('is notified that the run was %s, and by whom', async (kind, title, text) => {
    const scene = openScene(world);
    const id = await createDecidedRun(scene, decisions[kind]);
    expect(await notificationsOf(scene, 'ada')).toMatchObject([
      { _id: `run_decided:${id}`, outcome: kind, title, text, unread: true },
    ]);
    expect(await notificationsOf(scene, 'cy')).toEqual([]);
  });

  it('gets a link to the service portal if no other pages are allowed', async () => {
    const scene = openScene(world);
    const id = await createDecidedRun(scene, decisions.rejected);
    const [notification] = await notificationsOf(scene, 'ada', 'Portal-User');
    expect(notification?.link).toBe(`/service-portal/apps/bot_1/history/${id}`);
  });

  it('gets no mail after being removed from the organisation', async () => {
    const scene = openScene(world);
    await addUser(scene, 'ada');
    const options = { restarted_by: [emailOf('cy')] };
    const id = await createDecidedRun(scene, decisions.rejected, { options });
    await settle(scene, id);
    expect(scene.mails.map(({ to }) => to)).toEqual([[emailOf('ada')]]);
    const waiting = await startRun(scene, { trigger: manualTrigger('ada') });
    await userStore(scene.db, scene.tenant_id).delete(emailOf('ada'));
    const end = { state: 'FAILED' as const, outbox: endedOutbox, outcome: 'failed' as const };
    await commit(scene, waiting, { ...end, finished_at: isoTime(scene.time.now), errors: ['No.'] });
    await settle(scene, waiting);
    expect(scene.mails).toHaveLength(1);
  });

  it('gets one mail, however often the end of the run is delivered', async () => {
    const scene = openScene(world);
    await addUser(scene, 'ada');
    const id = await createDecidedRun(scene, decisions.rejected, { app: true });
    await Promise.all([settle(scene, id), settle(scene, id)]);
    expect(scene.mails).toEqual([
      {
        to: [emailOf('ada')],
        subject: 'Rejected: Isolate',
        text: [
          'Your run of "Isolate" has ended: rejected.',
          'Rejected by bob@example.com: Not today',
          `See the run: https://cw.example/app#/service-portal/apps/bot_1/history/${id}`,
          'Choose which mails you get: https://cw.example/app#/account?tab=notifications',
        ].join('\n\n'),
      },
    ]);
  });

  it.each([
    ['of no kind', { notify_by: 'none' }, []],
    ['of failed runs alone', { not_mailed: ['run_decided'] }, ['Failed: Isolate']],
    ['of decided runs alone', { not_mailed: ['run_failed'] }, ['Rejected: Isolate']],
    ['of every kind', { not_mailed: [] }, ['Rejected: Isolate', 'Failed: Isolate']],
  ] as const)('gets mails %s, as the user settings say', async (_what, settings, subjects) => {
    const scene = openScene(world);
    await addUser(scene, 'ada');
    const people = userStore(scene.db, scene.tenant_id);
    const ada = await people.get(emailOf('ada'));
    if (ada) await people.change(ada, { settings: userSettings.parse(settings) });
    await settle(scene, await createDecidedRun(scene, decisions.rejected));
    await settle(scene, await failedRun(scene));
    expect(scene.mails.map(({ subject }) => subject)).toEqual(subjects);
    expect(await notificationsOf(scene, 'ada')).toHaveLength(1);
  });

  /** A run of Ada's that failed. */
  const failedRun = async (scene: Scene, fields: Partial<Execution> = {}): Promise<string> => {
    const id = await startRun(scene, { trigger: manualTrigger('ada'), ...fields });
    const end = { state: 'FAILED' as const, finished_at: isoTime(scene.time.now) };
    const errors = ['"fix" failed.'];
    await commit(scene, id, { ...end, outbox: endedOutbox, outcome: 'failed', errors });
    return id;
  };

  it('is notified that the failed run was a dry run', async () => {
    const scene = openScene(world);
    await addUser(scene, 'ada');
    const id = await failedRun(scene, { options: { dry_run: true } });
    await settle(scene, id);
    expect(scene.mails).toMatchObject([{ subject: 'Dry run failed: Isolate' }]);
    expect(scene.mails[0]?.text).toContain('Your dry run of "Isolate" has ended: failed.');
    const { items } = await scene.notifications.listNotifications(
      roleHolder(scene, 'ada', 'Bot-Author'),
      {
        number_of_items: 10,
      },
    );
    expect(items).toMatchObject([{ title: 'Dry run of Isolate failed' }]);
  });

  it('gets a mail about a failure, even without an approval', async () => {
    const scene = openScene(world);
    await addUser(scene, 'ada');
    await settle(scene, await failedRun(scene));
    expect(scene.mails).toMatchObject([{ to: [emailOf('ada')], subject: 'Failed: Isolate' }]);
    expect(scene.mails[0]?.text).toContain('"fix" failed.');
  });

  it('is not notified of an own decision; a run by an event notifies no person', async () => {
    const scene = openScene(world);
    await settle(
      scene,
      await createDecidedRun(scene, { ...decisions.approved, by: [emailOf('ada')] }),
    );
    await settle(
      scene,
      await createDecidedRun(scene, decisions.approved, { trigger: eventTrigger }),
    );
    expect(scene.mails).toEqual([]);
    expect(await notificationsOf(scene, 'ada')).toEqual([]);
  });

  it('is notified by a later handler, not by the engine that ends the run', async () => {
    const scene = openScene(world);
    scene.facts.splice(0);
    const run = await runOf(scene, await createDecidedRun(scene, decisions.rejected));
    await beginFollowUp(scene, run);
    expect(scene.facts.map(({ type }) => type)).toEqual(['run_ended']);
  });
});

describe('the history of runs', () => {
  it('is filtered by standing: a rejected run is found only as rejected', async () => {
    const scene = openScene(world);
    const rejected = await createDecidedRun(scene, decisions.rejected);
    scene.time.now += 1000;
    const expired = await createDecidedRun(scene, decisions.expired, { trigger: eventTrigger });
    scene.time.now += 1000;
    const activeRun = await startRun(scene, {});
    const ids = async (filter: object) => {
      const request = { number_of_items: 10, ...filter };
      const { items } = await scene.services.executions.listExecutions(scene.root, request);
      return items.map(({ _id }) => _id);
    };
    expect(await ids({ standing: ['rejected', 'expired'] })).toEqual([expired, rejected]);
    expect(await ids({ standing: ['rejected', 'expired'], bot_caller: emailOf('ada') })).toEqual([
      rejected,
    ]);
    expect(await ids({ standing: ['rejected'], state: ['CANCELLED'] })).toEqual([]);
    expect(await ids({ standing: ['approved'] })).toEqual([]);
    expect(await ids({ standing: ['SUCCEEDED'] })).toEqual([]);
    expect(await ids({ state: ['SUCCEEDED'] })).toEqual([expired, rejected]);
    expect(await ids({ standing: ['IN_PROGRESS', 'rejected'] })).toEqual([activeRun, rejected]);
    expect(await ids({ standing: ['rejected'], number_of_items: 1 })).toEqual([rejected]);
  });
});
