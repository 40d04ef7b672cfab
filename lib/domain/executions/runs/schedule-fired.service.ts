import { isoTime } from '#lib/kernel/clock.ts';
import { derivedId, timeOfId } from '#lib/kernel/ids.ts';
import type { Log } from '#lib/kernel/log.ts';
import { isScheduled } from '../../bots/bot.rules.ts';
import type { Bot, LastTick } from '../../bots/bot.schema.ts';
import { botStore } from '../../bots/bot.store.ts';
import { botScheduleStore } from '../../bots/bot-schedule.store.ts';
import { isFinal } from '../execution.rules.ts';
import { executionStore } from '../execution.store.ts';
import { type StartDeps, startRun } from './start.service.ts';
import { tooSoonReason } from '../../subscriptions/plan.service.ts';
import { nextRun } from '../../schedules/cron-walk.rules.ts';
import type { Tick } from '../../schedules/schedule.schema.ts';
import { readTimetable } from '../../schedules/timetable.rules.ts';

export type FiredDeps = StartDeps & { log: Log };

/** `ignored`: the bot is not on this schedule (any more), or a later tick came first. */
export type TickOutcome = 'started' | 'skipped' | 'ignored';

/** The bot, if it still has the schedule that ticked: a changed schedule may tick once more. */
const botOfTick = async (
  { db }: FiredDeps,
  { tenant_id, id, cron_expression, tz_info }: Tick,
): Promise<Bot | undefined> => {
  const bot = await botStore(db, tenant_id).get(id);
  if (!bot || !isScheduled(bot)) return undefined;
  const isUnchanged = bot.cron_expression === cron_expression && bot.tz_info === tz_info;
  return isUnchanged ? bot : undefined;
};

/** Whether the last run that the schedule started is still open. */
const isBusy = async ({ db }: FiredDeps, { tenant_id, last_tick }: Bot): Promise<boolean> => {
  if (last_tick?.bot_exc_id === undefined) return false;
  const run = await executionStore(db, tenant_id).get(last_tick.bot_exc_id);
  return run !== undefined && !isFinal(run.state);
};

const skippedText = 'The previous run of the schedule was still under way.';

/** Why this tick starts no run: the previous one is open, or the plan requires longer gaps. */
const skipReason = async (deps: FiredDeps, bot: Bot, at: string): Promise<string | undefined> => {
  if (!bot.settings?.allow_overlap && (await isBusy(deps, bot))) return skippedText;
  const previousRunId = bot.last_tick?.bot_exc_id;
  if (previousRunId === undefined) return undefined;
  const minutes = (Date.parse(at) - timeOfId(previousRunId)) / 60_000;
  return tooSoonReason(deps.db, bot.tenant_id, minutes, Date.parse(at));
};

const decideTick = async (deps: FiredDeps, bot: Bot, at: string): Promise<LastTick> => {
  const previousRunId = bot.last_tick?.bot_exc_id;
  const skipped = await skipReason(deps, bot, at);
  if (skipped !== undefined)
    return { at, skipped, ...(previousRunId && { bot_exc_id: previousRunId }) };
  return { at, bot_exc_id: derivedId('exc', Date.parse(at), bot._id, at) };
};

/**
 * The bot with the outcome of this tick. It is decided once and written into the bot before a run
 * is started, so a tick that is delivered again, at once or later, has the same outcome.
 */
const decideTickOnce = async (
  deps: FiredDeps,
  tick: Tick,
  at: string,
): Promise<Bot | undefined> => {
  const { db, clock, log } = deps;
  const bots = botScheduleStore(db, tick.tenant_id);
  for (;;) {
    const bot = await botOfTick(deps, tick);
    if (!bot || (bot.last_tick && bot.last_tick.at >= at)) return bot;
    const last_tick = await decideTick(deps, bot, at);
    const next = nextRun(readTimetable(tick), Math.max(clock(), Date.parse(at)));
    if (!(await bots.recordTick(bot._id, last_tick, isoTime(next)))) continue;
    if (last_tick.skipped) {
      const logFields = { tenant_id: tick.tenant_id, bot_id: bot._id };
      log.warn('A scheduled run was skipped. The bot says why.', logFields);
    }
    return { ...bot, last_tick };
  }
};

/** Starts the run of a tick, only once however often the tick is delivered. */
export const startScheduledRun =
  (deps: FiredDeps) =>
  async (tick: Tick): Promise<TickOutcome> => {
    const at = isoTime(Math.floor(Date.parse(tick.scheduled_time) / 60_000) * 60_000);
    const bot = await decideTickOnce(deps, tick, at);
    const version = bot?.published_version;
    if (!bot?.last_tick || bot.last_tick.at !== at || version === undefined) return 'ignored';
    const { bot_exc_id, skipped } = bot.last_tick;
    if (skipped !== undefined || bot_exc_id === undefined) return 'skipped';
    const trigger = { type: 'schedule' as const, scheduled_time: at };
    const { dropped } = await startRun(deps, bot, { _id: bot_exc_id, trigger, version });
    if (dropped === undefined) return 'started';
    await botScheduleStore(deps.db, bot.tenant_id).recordSkip(bot._id, at, dropped);
    return 'skipped';
  };
