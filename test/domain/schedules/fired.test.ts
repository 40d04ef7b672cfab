import { executionStore } from '#lib/domain/executions/execution.store.ts';
import type { Tick } from '#lib/domain/schedules/schedule.schema.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { botSettings } from '#lib/domain/bots/bot.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { finish } from '../executions/runs.ts';
import { bySchedule, hourly, openScheduled, type Scheduled } from './scheduled.ts';

const world = openTestDatabase();

const enabled = async (cron = hourly, settings?: Parameters<Scheduled['create']>[2]) => {
  const scene = openScheduled(world);
  const bot_id = await scene.create('Rotate keys', bySchedule, settings);
  await scene.enable(bot_id, cron);
  const tick = (scheduled_time: string, change: Partial<Tick> = {}): Tick => ({
    kind: 'bot',
    tenant_id: scene.tenant_id,
    id: bot_id,
    cron_expression: cron,
    tz_info: 'UTC',
    scheduled_time,
    ...change,
  });
  const runOf = async () => {
    const { last_tick } = await scene.botOf(bot_id);
    const id = last_tick?.bot_exc_id ?? '';
    return executionStore(scene.db, scene.tenant_id).get(id);
  };
  return { ...scene, scene, bot_id, tick, runOf };
};

describe('a tick', () => {
  it('starts a run of the published version, and the bot says when the next one is', async () => {
    const { pass, bot_id, botOf, runOf, runner } = await enabled();
    await pass(5);
    const run = await runOf();
    expect(run).toMatchObject({
      bot_id,
      version: 1,
      trigger: { type: 'schedule', scheduled_time: '2026-09-01T12:05:00.000Z' },
    });
    await runner.idle();
    expect(runner.status(run?._id ?? '')).toMatchObject({ status: 'SUCCEEDED' });
    expect(await botOf(bot_id)).toMatchObject({
      run_at: '2026-09-01T13:05:00.000Z',
      last_tick: { at: '2026-09-01T12:05:00.000Z', bot_exc_id: run?._id },
    });
  });

  it('starts one run, told three times at once', async () => {
    const { fired, tick, time, times } = await enabled();
    time.now += 5 * 60_000;
    const one = tick('2026-09-01T12:05:00Z');
    expect(await Promise.all([fired(one), fired(one), fired(one)])).toEqual(
      Array(3).fill('started'),
    );
    expect(await times()).toEqual(['12:05']);
  });

  it('starts one run, told again after that has ended, and after the next tick', async () => {
    const { fired, tick, pass, times } = await enabled();
    await pass(5);
    expect(await fired(tick('2026-09-01T12:05:00Z'))).toBe('started');
    await pass(60);
    expect(await fired(tick('2026-09-01T12:05:00Z'))).toBe('ignored');
    expect(await fired(tick('2026-09-01T13:05:30.500Z'))).toBe('started');
    expect(await times()).toEqual(['12:05', '13:05']);
  });

  it('starts nothing late, when a later one was told before', async () => {
    const { fired, tick, times } = await enabled();
    expect(await fired(tick('2026-09-01T14:05:00Z'))).toBe('started');
    expect(await fired(tick('2026-09-01T13:05:00Z'))).toBe('ignored');
    expect(await times()).toEqual(['14:05']);
  });

  it('starts every tick once, each told three times for a day', async () => {
    const { fired, tick, time, times, scene } = await enabled('*/30 * * * *');
    const expected: string[] = [];
    for (let half = 1; half <= 48; half += 1) {
      time.now += 30 * 60_000;
      const one = tick(new Date(time.now).toISOString());
      for (let told = 0; told < 3; told += 1) await fired(one);
      const bot = await scene.botOf(one.id);
      await finish(scene, bot.last_tick?.bot_exc_id ?? '');
      expected.push(one.scheduled_time.slice(11, 16));
    }
    expect(await times()).toEqual(expected);
  });

  it.each([
    ['another expression', { cron_expression: '5 5 * * *' }],
    ['another time zone', { tz_info: 'Europe/Berlin' }],
    ['a bot that does not exist', { id: 'bot_none' }],
    ['a bot of another organisation', { tenant_id: 'org_other' }],
  ])('of %s starts nothing', async (_, change) => {
    const { fired, tick, times } = await enabled();
    expect(await fired(tick('2026-09-01T12:05:00Z', change))).toBe('ignored');
    expect(await times()).toEqual([]);
  });

  it('of a bot that was disabled starts nothing', async () => {
    const { fired, tick, times, disable, bot_id } = await enabled();
    await disable(bot_id);
    expect(await fired(tick('2026-09-01T12:05:00Z'))).toBe('ignored');
    expect(await times()).toEqual([]);
  });
});

describe('a run that the bot has no room for', () => {
  it('is not started, and the bot says why', async () => {
    const concurrency = { limit: 1, when_full: 'drop' as const };
    const settings = botSettings.parse({ allow_overlap: true, concurrency });
    const { pass, fired, tick, times, outcomes, botOf, bot_id } = await enabled(hourly, settings);
    await pass(65, false);
    expect(outcomes).toEqual(['started', 'skipped']);
    expect(await times()).toEqual(['12:05']);
    const { last_tick } = await botOf(bot_id);
    expect(last_tick?.skipped).toMatch(/^One run is under way/);
    expect(await fired(tick('2026-09-01T13:05:00Z'))).toBe('skipped');
  });
});

describe('a schedule that comes round more often than the plan has it by now', () => {
  it('starts as often as that, and the bot says why', async () => {
    const { pass, times, botOf, bot_id, scene } = await enabled('*/5 * * * *');
    const { db, tenant_id } = scene;
    await subscriptionStore(db, tenant_id).create({
      _id: 'sub_1',
      subscription_type: 'aws_marketplace_subscription',
      plan: 'starter',
      start_date: '2026-01-01T00:00:00.000Z',
    });
    await pass(35);
    expect(await times()).toEqual(['12:05', '12:20', '12:35']);
    await pass(5);
    expect((await botOf(bot_id)).last_tick?.skipped).toMatch(
      /^With the Starter plan, a bot can run every 15 minutes at most\./,
    );
  });
});

describe('a run that goes on when the next tick comes', () => {
  it('keeps that tick from starting another, and the bot says so', async () => {
    const { pass, times, outcomes, bot_id, botOf, lines, scene } = await enabled();
    await pass(65, false);
    expect(outcomes).toEqual(['started', 'skipped']);
    expect(await times()).toEqual(['12:05']);
    const { last_tick, run_at } = await botOf(bot_id);
    expect(last_tick).toMatchObject({
      at: '2026-09-01T13:05:00.000Z',
      skipped: 'The previous run of the schedule was still under way.',
    });
    expect(run_at).toBe('2026-09-01T14:05:00.000Z');
    expect(lines.join()).toContain('A scheduled run was skipped');
    await finish(scene, last_tick?.bot_exc_id ?? '');
    await pass(60);
    expect(await times()).toEqual(['12:05', '14:05']);
  });

  it('keeps a skipped tick from starting one when it is told again later', async () => {
    const { pass, fired, tick, times, botOf, bot_id, scene } = await enabled();
    await pass(65, false);
    await finish(scene, (await botOf(bot_id)).last_tick?.bot_exc_id ?? '');
    expect(await fired(tick('2026-09-01T13:05:00Z'))).toBe('skipped');
    expect(await times()).toEqual(['12:05']);
  });

  it('does not matter where the bot allows that', async () => {
    const { pass, times } = await enabled(hourly, botSettings.parse({ allow_overlap: true }));
    await pass(125, false);
    expect(await times()).toEqual(['12:05', '13:05', '14:05']);
  });
});
