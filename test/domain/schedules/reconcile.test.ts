import { openTestDatabase } from '#test/support/database.ts';
import { hourly, openScheduledBots, type ScheduledBots } from './scheduled-bots.ts';

const minute = 60_000;

/** The check covers all organisations, so each test removes its bots. */
describe('reconciling all schedules', () => {
  const world = openTestDatabase();
  let scene: ScheduledBots;
  let bot_id: string;

  beforeEach(async () => {
    scene = openScheduledBots(world);
    bot_id = await scene.create('Rotate keys');
    await scene.enable(bot_id, hourly);
  });

  afterEach(() => scene.bots.deleteBot(scene.root, { bot_id }));

  it('changes nothing where all schedules are correct', async () => {
    await scene.pass(4);
    expect(await scene.reconcile()).toEqual({ put: 0, removed: 0 });
    await scene.pass(1);
    expect(await scene.times()).toEqual(['12:05']);
    expect(scene.lines).toEqual([]);
  });

  it('creates a missing schedule again', async () => {
    await scene.scheduler.delete('bot', bot_id);
    expect(await scene.reconcile()).toEqual({ put: 1, removed: 0 });
    expect(await scene.reconcile()).toEqual({ put: 0, removed: 0 });
    await scene.pass(5);
    expect(await scene.times()).toEqual(['12:05']);
    expect(scene.lines.join()).toContain('Missing schedules were created again');
  });

  it('removes an orphaned schedule once it is old enough', async () => {
    const { tenant_id, scheduler, time } = scene;
    const orphan = { kind: 'bot' as const, tenant_id, id: 'bot_gone', tz_info: 'UTC' };
    await scheduler.put({ ...orphan, cron_expression: hourly });
    expect(await scene.reconcile()).toEqual({ put: 0, removed: 0 });
    time.now += 11 * minute;
    expect(await scene.reconcile()).toEqual({ put: 0, removed: 1 });
    expect(await scene.schedules()).toEqual([bot_id]);
    expect(scene.lines.join()).toContain('Schedules that nothing needs were removed');
  });

  it('repairs the other schedules where one fails, and reports the failure', async () => {
    const { scheduler } = scene;
    const refusedBot = await scene.create('Refused');
    const laterBot = await scene.create('Later');
    for (const id of [refusedBot, laterBot]) await scene.enable(id, hourly);
    for (const id of [bot_id, refusedBot, laterBot]) await scheduler.delete('bot', id);
    const { put } = scheduler;
    scheduler.put = async (schedule) => {
      if (schedule.id === refusedBot) throw new Error('The time zone is not known.');
      await put(schedule);
    };
    await expect(scene.reconcile()).rejects.toThrow('Schedules that could not be repaired: 1.');
    expect((await scene.schedules()).sort()).toEqual([bot_id, laterBot].sort());
    expect(scene.lines.join()).toContain('A schedule could not be repaired.');
    scheduler.put = put;
    for (const id of [refusedBot, laterBot]) await scene.bots.deleteBot(scene.root, { bot_id: id });
  });

  it('covers the bots of every organisation', async () => {
    const otherScene = openScheduledBots(world);
    const foreignBot = await otherScene.create('Rotate keys');
    await otherScene.enable(foreignBot, hourly);
    // This scheduler has none of their schedules.
    expect(await scene.reconcile()).toEqual({ put: 1, removed: 0 });
    expect((await scene.schedules()).sort()).toEqual([bot_id, foreignBot].sort());
    await otherScene.bots.deleteBot(otherScene.root, { bot_id: foreignBot });
  });

  it('ignores bots without a schedule', async () => {
    await scene.create('By hand', {});
    await scene.create('Not enabled');
    expect(await scene.reconcile()).toEqual({ put: 0, removed: 0 });
    expect(await scene.schedules()).toEqual([bot_id]);
  });
});
