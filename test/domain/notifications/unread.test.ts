import { readMarkStore } from '#lib/domain/notifications/read-mark.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { storeApproval } from '../approvals/store-approval.ts';
import { openScene, type Scene } from '../scene.ts';
import { notificationIdsOf, roleHolder } from './notification-scene.ts';

const world = openTestDatabase();

const ada = (scene: Scene) => roleHolder(scene, 'ada', 'Approver');

/** Asks for approvals a minute apart; returns the ids of their notifications, newest first. */
const askOften = async (scene: Scene, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    scene.time.now += 60_000;
    const requested_on = new Date(scene.time.now).toISOString();
    ids.unshift(`approval:${await storeApproval(scene, { requested_on })}`);
  }
  return ids;
};

describe('the bell', () => {
  it('counts unread notifications and shows the latest five, read or not', async () => {
    const scene = openScene(world);
    const ids = await askOften(scene, 7);
    const first = await scene.notifications.markNotificationRead(ada(scene), {
      ids: ids.slice(0, 2),
    });
    expect(first.count).toBe(5);
    const recount = await scene.notifications.countUnread(ada(scene), {});
    expect(recount).toEqual(first);
    expect(recount.latest.map(({ _id, unread }) => [_id, unread])).toEqual(
      ids.slice(0, 5).map((id, at) => [id, at > 1]),
    );
    expect(await notificationIdsOf(scene, ada(scene), { unread_only: 'true' })).toEqual(
      ids.slice(2),
    );
    expect(await notificationIdsOf(scene, ada(scene))).toEqual(ids);
  });

  it('counts only notifications that came after all were read', async () => {
    const scene = openScene(world);
    const [newest] = await askOften(scene, 3);
    const until = new Date(scene.time.now).toISOString();
    await askOften(scene, 1);
    expect(await scene.notifications.markAllRead(ada(scene), { until })).toMatchObject({
      count: 1,
    });
    const unread = await notificationIdsOf(scene, ada(scene), { unread_only: 'true' });
    expect(unread).toHaveLength(1);
    expect(unread).not.toContain(newest);
  });

  it('is separate for each person', async () => {
    const scene = openScene(world);
    const ids = await askOften(scene, 2);
    await scene.notifications.markNotificationRead(ada(scene), { ids });
    const bob = roleHolder(scene, 'bob', 'Approver');
    expect((await scene.notifications.countUnread(ada(scene), {})).count).toBe(0);
    expect((await scene.notifications.countUnread(bob, {})).count).toBe(2);
  });
});

describe('read marks', () => {
  it('are all kept when several windows mark notifications at once', async () => {
    const scene = openScene(world);
    const ids = await askOften(scene, 6);
    const { markNotificationRead } = scene.notifications;
    await Promise.all(ids.map((id) => markNotificationRead(ada(scene), { ids: [id] })));
    expect((await scene.notifications.countUnread(ada(scene), {})).count).toBe(0);
  });

  it('ignore ids of notifications that the person never got', async () => {
    const scene = openScene(world);
    const foreign = openScene(world);
    const [foreignId = ''] = await askOften(foreign, 1);
    const ids = [foreignId, 'approval:none', 'x'];
    await scene.notifications.markNotificationRead(ada(scene), { ids });
    const marks = await readMarkStore(scene.db, scene.tenant_id).get(ada(scene).user_id);
    expect(marks?.ids).toEqual([]);
  });
});
