import { DatabaseSync } from 'node:sqlite';
import { botCalls } from '#lib/bot-calls.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import type { Bot, BotSettings } from '#lib/domain/bots/bot.schema.ts';
import { type Trigger, trigger } from '#lib/domain/executions/execution.schema.ts';
import { executionTable } from '#lib/domain/executions/execution.table.ts';
import {
  type FiredDeps,
  startScheduledRun,
  type TickOutcome,
} from '#lib/domain/executions/runs/schedule-fired.service.ts';
import type { Tick } from '#lib/domain/schedules/schedule.schema.ts';
import { readBot } from '#lib/domain/bots/bot-text.rules.ts';
import { graphCallsWith } from '#lib/engine/graph-calls.ts';
import { checkWithoutOwnActions } from '#test/support/check-without-own-actions.ts';
import { keyProblem } from '#lib/engine/concurrency-key.ts';
import { recordedUsage } from '#lib/engine/recorded-usage.ts';
import { readItems } from '#lib/kernel/database.ts';
import { openScheduler } from '#lib/local/scheduler.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import { scheduleReconciler } from '#lib/schedules.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { finish, openRunner } from '../executions/runs.ts';
import { openScene } from '../scene.ts';

export const scheduledStart = { trigger_type: 'scheduled' };

const minute = 60_000;

/** Every hour at five past, as the console proposes. */
export const hourly = '5 * * * *';

/** A scheduler that a test can break. */
const breakableScheduler = (scheduler: Scheduler) => {
  const port = { ...scheduler, broken: false };
  const guard = () => {
    if (port.broken) throw new Error('The scheduler cannot be reached.');
  };
  port.put = async (schedule) => {
    guard();
    await scheduler.put(schedule);
  };
  port.delete = async (kind, id) => {
    guard();
    await scheduler.delete(kind, id);
  };
  return port;
};

/** An organisation with scheduled bots, and time that the test advances. */
export const openScheduledBots = (world: TestDatabase) => {
  const scene = openScene(world);
  const { db, clock, files, root, tenant_id, bus, realtime } = scene;
  const { log, lines } = createLineLog();
  const runner = openRunner();
  const evaluateKey = () => Promise.resolve(undefined);
  const deps: FiredDeps = { db, clock, files, runner, log, evaluateKey };
  const fired = startScheduledRun(deps);
  const outcomes: TickOutcome[] = [];
  const handle = async (tick: Tick) => void outcomes.push(await fired(tick));
  const ticking = openScheduler({ database: new DatabaseSync(':memory:'), clock, log, handle });
  const scheduler = breakableScheduler(ticking);
  const rules = {
    check: checkWithoutOwnActions,
    graphCalls: graphCallsWith(async () => undefined),
    keyProblem,
    readBot,
    recordedUsage,
  };
  const bots = botCalls({ db, clock, ...rules, scheduler, bus, realtime });

  const create = async (name: string, start: object = scheduledStart, settings?: BotSettings) => {
    const bot = { ...drawBot(name, 'start -> end', start), ...(settings && { settings }) };
    const { _id: bot_id } = await bots.createBot(root, bot);
    await bots.publishBot(root, { bot_id, version: 1 });
    return bot_id;
  };
  const enable = (bot_id: string, cron_expression?: string, tz_info?: string) =>
    bots.setBotStatus(root, { bot_id, status: 'enabled', cron_expression, tz_info });
  const botOf = async (bot_id: string): Promise<Bot> => {
    const found = await botStore(db, tenant_id).get(bot_id);
    if (!found) throw new Error(`There is no bot ${bot_id}.`);
    return found;
  };
  const runs = async (): Promise<{ id: string; trigger: Trigger }[]> => {
    const found: { id: string; trigger: Trigger }[] = [];
    for await (const item of readItems(db, { table: executionTable, partition: tenant_id })) {
      found.push({ id: String(item._id), trigger: trigger.parse(item.trigger) });
    }
    return found;
  };

  return {
    ...scene,
    bots,
    scheduler,
    fired,
    outcomes,
    lines,
    runner,
    create,
    enable,
    botOf,
    runs,
    disable: (bot_id: string) => bots.setBotStatus(root, { bot_id, status: 'disabled' }),
    reconcile: async () => (await scheduleReconciler({ db, scheduler, clock, log })()).bot,
    schedules: async (): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { id } of scheduler.list('bot')) ids.push(id);
      return ids;
    },
    /** `12:05`: the times at which the current runs were due; other runs by their trigger. */
    times: async (): Promise<string[]> =>
      (await runs()).map(({ trigger: cause }) =>
        cause.type === 'schedule' ? cause.scheduled_time.slice(11, 16) : cause.type,
      ),
    /** Lets minutes pass; started runs end at once by default. */
    pass: async (minutes: number, endsRuns = true): Promise<void> => {
      for (let elapsed = 0; elapsed < minutes; elapsed += 1) {
        const before = outcomes.length;
        scene.time.now += minute;
        await ticking.beat();
        const started = outcomes.length > before;
        for (const { id } of endsRuns && started ? await runs() : []) await finish(scene, id);
      }
    },
  };
};

export type ScheduledBots = ReturnType<typeof openScheduledBots>;
