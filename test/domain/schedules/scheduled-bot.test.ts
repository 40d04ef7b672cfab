import { openTestDatabase } from '#test/support/database.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { refusalFrom, statusOf } from '../scene.ts';
import { hourly, openScheduledBots, scheduledStart } from './scheduled-bots.ts';

const world = openTestDatabase();

describe('a scheduled bot', () => {
  it('is published as disabled, without a schedule', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    expect(await scene.botOf(bot_id)).toMatchObject({
      status: 'disabled',
      published_version: 1,
      trigger_type: 'scheduled',
    });
    expect(await scene.schedules()).toEqual([]);
  });

  it('is enabled with a cron expression and a time zone, and shows its next run', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    const bot = await scene.enable(bot_id, ' 5  * * * *', 'Asia/Kathmandu');
    expect(bot).toMatchObject({
      status: 'enabled',
      cron_expression: '5 * * * *',
      tz_info: 'Asia/Kathmandu',
      run_at: '2026-09-01T12:20:00.000Z',
    });
    expect(bot).not.toHaveProperty('cron_key');
    expect(bot).not.toHaveProperty('schedule_pending');
    expect(await scene.schedules()).toEqual([bot_id]);
  });

  it('uses UTC by default, and otherwise its last time zone', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    expect(await scene.enable(bot_id, hourly)).toMatchObject({ tz_info: 'UTC' });
    await scene.enable(bot_id, hourly, 'Europe/Berlin');
    await scene.disable(bot_id);
    expect(await scene.enable(bot_id, hourly)).toMatchObject({ tz_info: 'Europe/Berlin' });
  });

  it.each([
    [undefined, undefined, 'cron_expression', 'Cron Expression is required to enable the bot'],
    ['  ', undefined, 'cron_expression', 'Cron Expression is required to enable the bot'],
    [
      '5 * * * * *',
      undefined,
      'cron_expression',
      'A cron expression has five fields: minute, hour, day, month, weekday; this has 6.',
    ],
    ['0 0 31 2 *', undefined, 'cron_expression', 'No month has this day, so this would never run.'],
    [
      hourly,
      'Europe/Atlantis',
      'tz_info',
      "There is no time zone 'Europe/Atlantis'. Give a name such as Europe/Berlin or UTC.",
    ],
  ])('is not enabled with %j in %j: field %s, error %s', async (cron, tz, field, error) => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    const refusal = await refusalFrom(scene.enable(bot_id, cron, tz));
    expect([refusal?.status, refusal?.body()]).toEqual([400, { error, field }]);
    expect(await scene.botOf(bot_id)).toMatchObject({ status: 'disabled' });
    expect(await scene.schedules()).toEqual([]);
  });

  it('loses its cron expression and its schedule when it is disabled', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    await scene.enable(bot_id, hourly);
    const bot = await scene.disable(bot_id);
    expect(bot.status).toBe('disabled');
    expect(bot).not.toHaveProperty('cron_expression');
    expect(bot).not.toHaveProperty('run_at');
    expect(await scene.schedules()).toEqual([]);
    await scene.pass(130);
    expect(await scene.times()).toEqual([]);
  });

  it('keeps its last schedule while it is disabled', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    await scene.enable(bot_id, hourly, 'Asia/Kathmandu');
    const { last_schedule } = await scene.disable(bot_id);
    expect(last_schedule).toEqual({ cron_expression: hourly, tz_info: 'Asia/Kathmandu' });
    expect((await scene.disable(bot_id)).last_schedule).toEqual(last_schedule);
    expect((await refusalFrom(scene.enable(bot_id)))?.status).toBe(400);
    expect(await scene.enable(bot_id, '30 12 * * *')).not.toHaveProperty('last_schedule');
  });

  it('accepts another schedule while it is enabled', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    await scene.enable(bot_id, hourly);
    const bot = await scene.enable(bot_id, '30 12 * * *');
    expect(bot).toMatchObject({ cron_expression: '30 12 * * *' });
    expect(bot.run_at).toBe('2026-09-01T12:30:00.000Z');
    await scene.pass(120);
    expect(await scene.times()).toEqual(['12:30']);
  });

  it('leaves no schedule when it is deleted', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    await scene.enable(bot_id, hourly);
    await scene.bots.deleteBot(scene.root, { bot_id });
    expect(await scene.schedules()).toEqual([]);
    await scene.pass(130);
    expect(await scene.times()).toEqual([]);
  });

  it('keeps its schedule with a new version, and loses it with another trigger', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    const save = (base_version: number, start: object) => {
      const bot = drawBot('Rotate keys', 'start -> end', start);
      return scene.bots.updateBot(scene.root, { bot_id, base_version, ...bot });
    };
    const publish = (version: number) => scene.bots.publishBot(scene.root, { bot_id, version });
    await scene.enable(bot_id, hourly);
    await save(1, scheduledStart);
    expect(await publish(2)).toMatchObject({ status: 'enabled', cron_expression: hourly });
    expect(await scene.schedules()).toEqual([bot_id]);
    await save(2, {});
    expect(await scene.schedules()).toEqual([bot_id]);
    const published = await publish(3);
    expect(published).toMatchObject({ status: 'enabled', trigger_type: 'on_demand' });
    expect(published).not.toHaveProperty('cron_expression');
    expect(await scene.schedules()).toEqual([]);
    expect(await publish(2)).toMatchObject({ status: 'disabled', trigger_type: 'scheduled' });
  });

  it('is the only kind of bot that accepts a cron expression', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('By hand', {});
    const refusal = await refusalFrom(scene.enable(bot_id, hourly));
    expect([refusal?.status, refusal?.body().field]).toEqual([400, 'cron_expression']);
    expect(await scene.enable(bot_id)).toMatchObject({ status: 'enabled' });
    expect(await scene.schedules()).toEqual([]);
  });

  it('can be filtered in the list of bots', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    await scene.create('By hand', {});
    const request = { number_of_items: 10, event: 'scheduled' as const };
    const { items } = await scene.bots.listBots(scene.root, request);
    expect(items.map(({ _id }) => _id)).toEqual([bot_id]);
    expect(await scene.bots.countBots(scene.root, { event: 'scheduled' })).toEqual({ count: 1 });
  });

  it('shows its next five runs before it is enabled', async () => {
    const scene = openScheduledBots(world);
    const preview = (cron_expression?: string, tz_info?: string) =>
      scene.bots.previewSchedule(scene.root, { cron_expression, tz_info });
    expect(await preview('0 9 29 2 *', 'America/New_York')).toEqual({
      next_runs: [2028, 2032, 2036, 2040, 2044].map((year) => `${year}-02-29T14:00:00.000Z`),
    });
    const refusal = await refusalFrom(preview('0 9 L * *'));
    expect(refusal?.body()).toEqual({
      error: "'L' is not supported: L, W, # and ? are not part of standard cron.",
      field: 'cron_expression',
    });
    expect(await statusOf(preview())).toBe(400);
    expect(await statusOf(preview(hourly, 'Mars'))).toBe(400);
  });
});

describe('a scheduler that cannot be reached', () => {
  it('leaves the bot enabled, and its schedule is created later', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    scene.scheduler.broken = true;
    await expect(scene.enable(bot_id, hourly)).rejects.toThrow('cannot be reached');
    expect(await scene.botOf(bot_id)).toMatchObject({ status: 'enabled', schedule_pending: true });
    scene.scheduler.broken = false;
    await scene.reconcile();
    expect(await scene.schedules()).toContain(bot_id);
    expect(await scene.botOf(bot_id)).not.toHaveProperty('schedule_pending');
  });

  it('starts no run of a disabled bot', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    await scene.enable(bot_id, hourly);
    scene.scheduler.broken = true;
    await expect(scene.disable(bot_id)).rejects.toThrow();
    expect(await scene.schedules()).toEqual([bot_id]);
    await scene.pass(20);
    expect(scene.outcomes).toEqual(['ignored']);
    expect(await scene.times()).toEqual([]);
    scene.scheduler.broken = false;
    expect(await scene.reconcile()).toMatchObject({ removed: 1 });
    expect(await scene.schedules()).not.toContain(bot_id);
  });

  it('starts no run by the previous schedule', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    await scene.enable(bot_id, hourly);
    scene.scheduler.broken = true;
    await expect(scene.enable(bot_id, '30 12 * * *')).rejects.toThrow();
    await scene.pass(15);
    expect(await scene.times()).toEqual([]);
    scene.scheduler.broken = false;
    await scene.reconcile();
    await scene.pass(20);
    expect(await scene.times()).toEqual(['12:30']);
  });
});

describe('simultaneous changes of a schedule', () => {
  it('leave the schedule that the bot shows', async () => {
    const scene = openScheduledBots(world);
    const bot_id = await scene.create('Rotate keys');
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([
        statusOf(scene.enable(bot_id, '10 * * * *')),
        statusOf(scene.disable(bot_id)),
        statusOf(scene.enable(bot_id, '20 * * * *', 'Asia/Kathmandu')),
      ]);
      const { cron_expression, schedule_pending } = await scene.botOf(bot_id);
      expect(schedule_pending).toBeUndefined();
      expect(await scene.schedules()).toEqual(cron_expression === undefined ? [] : [bot_id]);
    }
    await scene.enable(bot_id, '10 * * * *', 'UTC');
    await scene.pass(15);
    expect(await scene.times()).toEqual(['12:10']);
  });
});
