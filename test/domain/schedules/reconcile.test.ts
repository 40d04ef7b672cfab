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
    const refused = await scene.create('Refused');
    const later = await scene.create('Later');
    for (const id of [refused, later]) await scene.enable(id, hourly);
    for (const id of [bot_id, refused, later]) await scheduler.delete('bot', id);
    const { put } = scheduler;
    scheduler.put = async (schedule) => {
      if (schedule.id === refused) throw new Error('The time zone is not known.');
      await put(schedule);
    };
    await expect(scene.reconcile()).rejects.toThrow('Schedules that could not be repaired: 1.');
    expect((await scene.schedules()).sort()).toEqual([bot_id, later].sort());
    expect(scene.lines.join()).toContain('A schedule could not be repaired.');
    scheduler.put = put;
    for (const id of [refused, later]) await scene.bots.deleteBot(scene.root, { bot_id: id });
  });

  it('covers the bots of every organisation', async () => {
    const other = openScheduledBots(world);
    const theirs = await other.create('Rotate keys');
    await other.enable(theirs, hourly);
    // This scheduler has none of their schedules.
    expect(await scene.reconcile()).toEqual({ put: 1, removed: 0 });
    expect((await scene.schedules()).sort()).toEqual([bot_id, theirs].sort());
    await other.bots.deleteBot(other.root, { bot_id: theirs });
  });

  it('ignores bots without a schedule', async () => {
    await scene.create('By hand', {});
    await scene.create('Not enabled');
    expect(await scene.reconcile()).toEqual({ put: 0, removed: 0 });
    expect(await scene.schedules()).toEqual([bot_id]);
  });
});
