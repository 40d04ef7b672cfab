import type { Database } from '#lib/kernel/database.ts';
import type { ScheduleWriter } from '#lib/ports/scheduler.ts';
import type { Owners } from '../schedules/reconcile.service.ts';
import { isScheduled } from './bot.rules.ts';
import { botStore } from './bot.store.ts';
import { botScheduleStore, scheduledBots } from './bot-schedule.store.ts';

export type SettleDeps = { db: Database; scheduler: ScheduleWriter };

/**
 * Updates the scheduler to match a bot that was written before. The bot is the source of truth: it
 * stays marked until the schedule matches, and is read again if it changed meanwhile, so that the
 * last of several changes wins.
 */
export const settleSchedule = async (
  { db, scheduler }: SettleDeps,
  { tenant_id, bot_id }: { tenant_id: string; bot_id: string },
): Promise<void> => {
  const bots = botStore(db, tenant_id);
  const schedules = botScheduleStore(db, tenant_id);
  for (;;) {
    const bot = await bots.get(bot_id);
    if (bot && isScheduled(bot)) {
      const { cron_expression, tz_info } = bot;
      await scheduler.put({ kind: 'bot', tenant_id, id: bot_id, cron_expression, tz_info });
    } else {
      await scheduler.delete('bot', bot_id);
    }
    if (!bot || (await schedules.markScheduled(bot))) return;
  }
};

/** The bots that need a schedule, for the reconciliation of all schedules. */
export const scheduleOwners = (deps: SettleDeps): Owners => ({
  all: async function* () {
    for await (const { tenant_id, _id: id, schedule_pending } of scheduledBots(deps.db)) {
      yield { tenant_id, id, pending: schedule_pending === true };
    }
  },
  settle: ({ tenant_id, id }) => settleSchedule(deps, { tenant_id, bot_id: id }),
});
