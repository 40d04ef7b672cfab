import { executionStore } from '#lib/domain/executions/execution.store.ts';
import type { Tick } from '#lib/domain/schedules/schedule.schema.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { botSettings } from '#lib/domain/bots/bot.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { finish } from '../executions/runs.ts';
import { hourly, openScheduledBots, type ScheduledBots, scheduledStart } from './scheduled-bots.ts';

const world = openTestDatabase();

const openEnabledBot = async (cron = hourly, settings?: Parameters<ScheduledBots['create']>[2]) => {
  const scene = openScheduledBots(world);
  const bot_id = await scene.create('Rotate keys', scheduledStart, settings);
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

describe('a tick of a schedule', () => {
  it('starts a run of the published version and sets the next run time', async () => {
    const { pass, bot_id, botOf, runOf, runner } = await openEnabledBot();
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

  it('starts one run when it arrives three times at once', async () => {
    const { fired, tick, time, times } = await openEnabledBot();
    time.now += 5 * 60_000;
    const one = tick('2026-09-01T12:05:00Z');
    expect(await Promise.all([fired(one), fired(one), fired(one)])).toEqual(
      Array(3).fill('started'),
    );
    expect(await times()).toEqual(['12:05']);
  });

  it('starts one run when it arrives again after the run or the next tick', async () => {
    const { fired, tick, pass, times } = await openEnabledBot();
    await pass(5);
    expect(await fired(tick('2026-09-01T12:05:00Z'))).toBe('started');
    await pass(60);
    expect(await fired(tick('2026-09-01T12:05:00Z'))).toBe('ignored');
    expect(await fired(tick('2026-09-01T13:05:30.500Z'))).toBe('started');
    expect(await times()).toEqual(['12:05', '13:05']);
  });

  it('starts nothing when a later tick arrived before', async () => {
    const { fired, tick, times } = await openEnabledBot();
    expect(await fired(tick('2026-09-01T14:05:00Z'))).toBe('started');
    expect(await fired(tick('2026-09-01T13:05:00Z'))).toBe('ignored');
    expect(await times()).toEqual(['14:05']);
  });

  it('starts one run per tick when each arrives three times, for a day', async () => {
    const { fired, tick, time, times, scene } = await openEnabledBot('*/30 * * * *');
    const expected: string[] = [];
    for (let half = 1; half <= 48; half += 1) {
      time.now += 30 * 60_000;
      const one = tick(new Date(time.now).toISOString());
      for (let delivery = 0; delivery < 3; delivery += 1) await fired(one);
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
  ])('starts nothing with %s', async (_, change) => {
    const { fired, tick, times } = await openEnabledBot();
    expect(await fired(tick('2026-09-01T12:05:00Z', change))).toBe('ignored');
    expect(await times()).toEqual([]);
  });

  it('starts nothing for a disabled bot', async () => {
    const { fired, tick, times, disable, bot_id } = await openEnabledBot();
    await disable(bot_id);
    expect(await fired(tick('2026-09-01T12:05:00Z'))).toBe('ignored');
    expect(await times()).toEqual([]);
  });
});

describe('a scheduled run at the concurrency limit', () => {
  it('is not started, and the bot shows the reason', async () => {
    const concurrency = { limit: 1, when_full: 'drop' as const };
    const settings = botSettings.parse({ allow_overlap: true, concurrency });
    const { pass, fired, tick, times, outcomes, botOf, bot_id } = await openEnabledBot(
      hourly,
      settings,
    );
    await pass(65, false);
    expect(outcomes).toEqual(['started', 'skipped']);
    expect(await times()).toEqual(['12:05']);
    const { last_tick } = await botOf(bot_id);
    expect(last_tick?.skipped).toMatch(/^One run is under way/);
    expect(await fired(tick('2026-09-01T13:05:00Z'))).toBe('skipped');
  });
});

describe('a schedule that is more frequent than the plan allows', () => {
  it('starts runs as often as the plan allows, and shows the reason', async () => {
    const { pass, times, botOf, bot_id, scene } = await openEnabledBot('*/5 * * * *');
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

describe('a run that is still under way at the next tick', () => {
  it('prevents that tick from starting a run, and the bot shows the reason', async () => {
    const { pass, times, outcomes, bot_id, botOf, lines, scene } = await openEnabledBot();
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

  it('keeps the tick skipped, even if the tick arrives again later', async () => {
    const { pass, fired, tick, times, botOf, bot_id, scene } = await openEnabledBot();
    await pass(65, false);
    await finish(scene, (await botOf(bot_id)).last_tick?.bot_exc_id ?? '');
    expect(await fired(tick('2026-09-01T13:05:00Z'))).toBe('skipped');
    expect(await times()).toEqual(['12:05']);
  });

  it('does not prevent the tick where the bot allows overlap', async () => {
    const { pass, times } = await openEnabledBot(
      hourly,
      botSettings.parse({ allow_overlap: true }),
    );
    await pass(125, false);
    expect(await times()).toEqual(['12:05', '13:05', '14:05']);
  });
});
