import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import { scheduledBots } from './bot-schedule.store.ts';
import { type SettleDeps, settleSchedule } from './settle-schedule.service.ts';

export type ReconcileDeps = SettleDeps & { clock: Clock; log: Log };

/** A younger schedule (ms) may belong to a bot that the index does not show yet. */
const grace = 10 * 60_000;

/**
 * Compares all schedules with all bots that need one, in both directions: what is missing, or was
 * not settled, is put again; what no bot needs is removed. Answers how many of each.
 */
export const reconcileSchedules =
  (deps: ReconcileDeps) => async (): Promise<{ put: number; removed: number }> => {
    const { db, scheduler, clock, log } = deps;
    const left = new Map<string, number>();
    for await (const { id, changed_at } of scheduler.list('bot')) left.set(id, changed_at);
    const done = { put: 0, removed: 0 };
    for await (const { tenant_id, _id: bot_id, schedule_pending } of scheduledBots(db)) {
      if (left.delete(bot_id) && !schedule_pending) continue;
      await settleSchedule(deps, { tenant_id, bot_id });
      done.put += 1;
    }
    const before = clock() - grace;
    for (const [id, changed_at] of left) {
      if (changed_at > before) continue;
      await scheduler.delete('bot', id);
      done.removed += 1;
    }
    if (done.put > 0) {
      log.warn('Schedules were put again: their bots had none.', { count: done.put });
    }
    if (done.removed > 0) {
      log.warn('Schedules were removed: no bot needs them.', { count: done.removed });
    }
    return done;
  };
