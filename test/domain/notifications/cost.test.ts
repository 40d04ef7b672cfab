import { notificationService } from '#lib/domain/notifications/notification.service.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { resolveStep, storeApproval } from '../approvals/store-approval.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { openScene, type Scene } from '../scene.ts';
import { storeUserInput } from '../user-inputs/store-user-input.ts';
import { createFailedRun, eventTrigger, manualTrigger, roleHolder } from './notification-scene.ts';

const world = openTestDatabase();

const ada = (scene: Scene) => roleHolder(scene, 'ada', 'Bot-Author');

/** Does something `count` times, in batches, each time one second later than the last. */
const repeatInBatches = async (count: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n += 25) {
    await Promise.all(Array.from({ length: Math.min(25, count - n) }, (_, at) => work(n + at)));
  }
};

const openCountedScene = (scene: Scene) => {
  const { db, taken } = countedDatabase(scene.db);
  const service = notificationService({ db, clock: scene.clock });
  const bell = async () => {
    taken();
    const { count } = await service.countUnread(ada(scene), {});
    return { count, items: taken().items };
  };
  return { bell };
};

const makeBots = async (scene: Scene): Promise<string[]> => {
  const ids: string[] = [];
  await repeatInBatches(10, async (n) => {
    ids.push((await scene.bots.createBot(ada(scene), drawBot(`Tool ${n}`)))._id);
  });
  return ids;
};

/** Stores `each` of every source: approvals, forms, and failed runs of Ada's and of the bots. */
const fill = async (scene: Scene, bots: readonly string[], each: number) => {
  const resources = [{ id: 'a', note: 'x'.repeat(5000) }];
  await repeatInBatches(each, async (n) => {
    const at = scene.time.now - n * 1000;
    await storeApproval(scene, { _id: timedId('apr', at), requested_on: isoTime(at), resources });
    await storeUserInput(scene, { _id: timedId('inp', at) });
    await createFailedRun(scene, { trigger: manualTrigger('ada'), started: n * 1000 });
    const bot_id = bots[n % bots.length] ?? '';
    await createFailedRun(scene, { trigger: eventTrigger, bot_id, started: n * 1000 });
  });
};

describe('the cost of the bell', () => {
  it('is limited by the notifications shown, not by the items stored', async () => {
    const scene = openScene(world);
    const bots = await makeBots(scene);
    await fill(scene, bots, 60);
    const { bell } = openCountedScene(scene);
    const before = await bell();
    await fill(scene, bots, 90);
    const after = await bell();
    expect([before.count, after.count]).toEqual([100, 100]);
    // 100 of each source: two of them cost a key for each run, and so do approvals; and 10 bots.
    // Runs that the caller started are skipped to find the runs of the caller's bots.
    expect(after.items).toBeLessThanOrEqual(100 + 4 * 200 + 20);
    expect(after.items).toBeGreaterThan(before.items);
    await fill(scene, bots, 60);
    expect((await bell()).items).toBeLessThanOrEqual(after.items + 10);
  });

  it('is zero for decided approvals', async () => {
    const scene = openScene(world);
    await repeatInBatches(50, async (n) => {
      const _id = timedId('apr', scene.time.now - n);
      await storeApproval(scene, { _id });
      await resolveStep(scene, _id, 'bob approves all');
    });
    expect(await openCountedScene(scene).bell()).toEqual({ count: 0, items: 0 });
  });
});
