import { openTestDatabase } from '#test/support/database.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { emailOf } from '../approvals/sample-approval.ts';
import { commit, finish, startRun } from '../executions/runs.ts';
import { openScene, type Scene } from '../scene.ts';
import {
  createFailedRun,
  day,
  eventTrigger,
  manualTrigger,
  notificationIdsOf,
  roleHolder,
  withDeniedPermission,
} from './notification-scene.ts';

const world = openTestDatabase();

const ada = (scene: Scene) => roleHolder(scene, 'ada', 'Bot-Author');

const botOf = async (scene: Scene, name: string): Promise<string> => {
  const maker = roleHolder(scene, name, 'Bot-Author');
  return (await scene.bots.createBot(maker, drawBot(`Tool of ${name}`)))._id;
};

describe('a run that failed', () => {
  it('notifies the person who started it, with the error and a link', async () => {
    const scene = openScene(world);
    const id = await createFailedRun(scene, { trigger: manualTrigger('ada'), bot_name: 'Isolate' });
    const { items } = await scene.notifications.listNotifications(ada(scene), {
      number_of_items: 10,
    });
    expect(items).toEqual([
      {
        _id: `run_failed:${id}`,
        cause: 'started by ada@example.com',
        kind: 'run_failed',
        outcome: 'failed',
        title: 'Isolate failed',
        text: 'It broke.',
        at: '2026-09-01T12:00:00.000Z',
        link: `/bots/bot_1/executions/${id}?mode=view`,
        unread: true,
      },
    ]);
  });

  it('notifies the person who restarted it and the person who made its bot', async () => {
    const scene = openScene(world);
    const bot_id = await botOf(scene, 'bob');
    const id = await createFailedRun(scene, {
      trigger: eventTrigger,
      bot_id,
      restarted_by: [emailOf('ada')],
    });
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([`run_failed:${id}`]);
    const bob = roleHolder(scene, 'bob', 'Bot-Author');
    expect(await notificationIdsOf(scene, bob)).toEqual([`run_failed:${id}`]);
    expect(await notificationIdsOf(scene, roleHolder(scene, 'cy', 'Bot-Author'))).toEqual([]);
  });

  it('causes one notification, even for several reasons', async () => {
    const scene = openScene(world);
    const bot_id = await botOf(scene, 'ada');
    await createFailedRun(scene, {
      trigger: manualTrigger('ada'),
      bot_id,
      restarted_by: [emailOf('ada')],
    });
    expect(await notificationIdsOf(scene, ada(scene))).toHaveLength(1);
  });

  it('notifies nobody without a part in the run or its bot, not even ROOT users', async () => {
    const scene = openScene(world);
    await createFailedRun(scene, {
      trigger: manualTrigger('bob'),
      bot_id: await botOf(scene, 'bob'),
    });
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
    expect(await notificationIdsOf(scene, scene.root)).toEqual([]);
  });

  it('notifies its starter even if its bot was deleted', async () => {
    const scene = openScene(world);
    const id = await createFailedRun(scene, { trigger: manualTrigger('ada'), bot_id: 'bot_gone' });
    await createFailedRun(scene, { trigger: eventTrigger, bot_id: 'bot_gone' });
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([`run_failed:${id}`]);
  });

  it('stays listed for a week after its end', async () => {
    const scene = openScene(world);
    const trigger = manualTrigger('ada');
    await createFailedRun(scene, { trigger, started: 7 * day });
    const longRun = await createFailedRun(scene, { trigger, started: 30 * day, ended: day });
    const recentRun = await createFailedRun(scene, { trigger, started: 7 * day - 1 });
    const ids = [`run_failed:${longRun}`, `run_failed:${recentRun}`];
    expect(await notificationIdsOf(scene, ada(scene))).toEqual(ids);
  });

  it('is distinguished from running, succeeded and cancelled runs', async () => {
    const scene = openScene(world);
    const trigger = manualTrigger('ada');
    await startRun(scene, { trigger });
    await finish(scene, await startRun(scene, { trigger }));
    const cancelled = await startRun(scene, { trigger });
    const finished_at = '2026-09-01T12:00:00.000Z';
    await commit(scene, cancelled, { state: 'CANCELLED', finished_at });
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
  });
});

describe('the rights on failed runs', () => {
  it('show people of the portal only their own runs there', async () => {
    const scene = openScene(world);
    const bot_id = await botOf(scene, 'ada');
    const id = await createFailedRun(scene, { trigger: manualTrigger('ada'), bot_id });
    await createFailedRun(scene, { trigger: eventTrigger, bot_id });
    const portal = roleHolder(scene, 'ada', 'Portal-User');
    const { items } = await scene.notifications.listNotifications(portal, { number_of_items: 10 });
    expect(items.map(({ link }) => link)).toEqual([`/service-portal/apps/${bot_id}/history/${id}`]);
  });

  it('hide the runs where the right to read executions is denied', async () => {
    const scene = openScene(world);
    await createFailedRun(scene, { trigger: manualTrigger('ada') });
    const blind = withDeniedPermission(ada(scene), 'bot_execution', 'read_bot_execution');
    expect(await notificationIdsOf(scene, blind)).toEqual([]);
    expect(await notificationIdsOf(scene, ada(scene))).toHaveLength(1);
  });

  it('hide the runs of other organisations', async () => {
    const [scene, otherScene] = [openScene(world), openScene(world)];
    await createFailedRun(otherScene, { trigger: manualTrigger('ada') });
    expect(await notificationIdsOf(scene, ada(scene))).toEqual([]);
  });
});
