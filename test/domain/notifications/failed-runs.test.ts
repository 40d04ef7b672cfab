import { openTestDatabase } from '#test/support/database.ts';
import { drawn } from '../bots/drawn.ts';
import { emailOf } from '../approvals/story.ts';
import { commit, finish, startRun } from '../executions/runs.ts';
import { openScene, type Scene } from '../scene.ts';
import { byEvent, byHand, day, failedRun, holder, idsTold, without } from './told.ts';

const world = openTestDatabase();

const ada = (scene: Scene) => holder(scene, 'ada', 'Bot-Author');

const botOf = async (scene: Scene, name: string): Promise<string> => {
  const maker = holder(scene, name, 'Bot-Author');
  return (await scene.bots.createBot(maker, drawn(`Tool of ${name}`)))._id;
};

describe('a run that failed', () => {
  it('notifies the person who started it, with the error and a link', async () => {
    const scene = openScene(world);
    const id = await failedRun(scene, { trigger: byHand('ada'), bot_name: 'Isolate' });
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
    const id = await failedRun(scene, {
      trigger: byEvent,
      bot_id,
      restarted_by: [emailOf('ada')],
    });
    expect(await idsTold(scene, ada(scene))).toEqual([`run_failed:${id}`]);
    const bob = holder(scene, 'bob', 'Bot-Author');
    expect(await idsTold(scene, bob)).toEqual([`run_failed:${id}`]);
    expect(await idsTold(scene, holder(scene, 'cy', 'Bot-Author'))).toEqual([]);
  });

  it('causes one notification, even for several reasons', async () => {
    const scene = openScene(world);
    const bot_id = await botOf(scene, 'ada');
    await failedRun(scene, {
      trigger: byHand('ada'),
      bot_id,
      restarted_by: [emailOf('ada')],
    });
    expect(await idsTold(scene, ada(scene))).toHaveLength(1);
  });

  it('notifies nobody without a part in the run or its bot, not even ROOT users', async () => {
    const scene = openScene(world);
    await failedRun(scene, { trigger: byHand('bob'), bot_id: await botOf(scene, 'bob') });
    expect(await idsTold(scene, ada(scene))).toEqual([]);
    expect(await idsTold(scene, scene.root)).toEqual([]);
  });

  it('notifies its starter even if its bot was deleted', async () => {
    const scene = openScene(world);
    const id = await failedRun(scene, { trigger: byHand('ada'), bot_id: 'bot_gone' });
    await failedRun(scene, { trigger: byEvent, bot_id: 'bot_gone' });
    expect(await idsTold(scene, ada(scene))).toEqual([`run_failed:${id}`]);
  });

  it('stays listed for a week after its end', async () => {
    const scene = openScene(world);
    const trigger = byHand('ada');
    await failedRun(scene, { trigger, begun: 7 * day });
    const late = await failedRun(scene, { trigger, begun: 30 * day, ended: day });
    const lately = await failedRun(scene, { trigger, begun: 7 * day - 1 });
    const ids = [`run_failed:${late}`, `run_failed:${lately}`];
    expect(await idsTold(scene, ada(scene))).toEqual(ids);
  });

  it('is distinguished from running, succeeded and cancelled runs', async () => {
    const scene = openScene(world);
    const trigger = byHand('ada');
    await startRun(scene, { trigger });
    await finish(scene, await startRun(scene, { trigger }));
    const cancelled = await startRun(scene, { trigger });
    const finished_at = '2026-09-01T12:00:00.000Z';
    await commit(scene, cancelled, { state: 'CANCELLED', finished_at });
    expect(await idsTold(scene, ada(scene))).toEqual([]);
  });
});

describe('the rights on failed runs', () => {
  it('show people of the portal only their own runs there', async () => {
    const scene = openScene(world);
    const bot_id = await botOf(scene, 'ada');
    const id = await failedRun(scene, { trigger: byHand('ada'), bot_id });
    await failedRun(scene, { trigger: byEvent, bot_id });
    const portal = holder(scene, 'ada', 'Portal-User');
    const { items } = await scene.notifications.listNotifications(portal, { number_of_items: 10 });
    expect(items.map(({ link }) => link)).toEqual([`/service-portal/apps/${bot_id}/history/${id}`]);
  });

  it('hide the runs where the right to read executions is denied', async () => {
    const scene = openScene(world);
    await failedRun(scene, { trigger: byHand('ada') });
    const blind = without(ada(scene), 'bot_execution', 'read_bot_execution');
    expect(await idsTold(scene, blind)).toEqual([]);
    expect(await idsTold(scene, ada(scene))).toHaveLength(1);
  });

  it('hide the runs of other organisations', async () => {
    const [scene, other] = [openScene(world), openScene(world)];
    await failedRun(other, { trigger: byHand('ada') });
    expect(await idsTold(scene, ada(scene))).toEqual([]);
  });
});
