import type { Database } from '#lib/kernel/database.ts';
import type { ScheduleWriter } from '#lib/ports/scheduler.ts';
import type { Owners } from '../../schedules/reconcile.service.ts';
import { scanSchedules, scanScheduleStore } from './scan-schedule.store.ts';

type SettleDeps = { db: Database; scheduler: ScheduleWriter };

/**
 * Brings the scheduler in line with a schedule that was written or deleted. The schedule stays
 * marked as pending until then, and is read again if it was changed in the meantime.
 */
export const settleScanSchedule = async (
  { db, scheduler }: SettleDeps,
  { tenant_id, id }: { tenant_id: string; id: string },
): Promise<void> => {
  const schedules = scanScheduleStore(db, tenant_id);
  for (;;) {
    const found = await schedules.get(id);
    if (found) {
      const { cron_expression, tz_info } = found;
      await scheduler.put({ kind: 'inventory', tenant_id, id, cron_expression, tz_info });
    } else {
      await scheduler.delete('inventory', id);
    }
    if (!found || (await schedules.settled(found))) return;
  }
};

/** The schedules that the scheduler must have, for the reconciliation of all. */
export const scanScheduleOwners = (deps: SettleDeps): Owners => ({
  all: async function* () {
    for await (const { tenant_id, _id: id, pending } of scanSchedules(deps.db)) {
      yield { tenant_id, id, pending: pending === true };
    }
  },
  settle: (owner) => settleScanSchedule(deps, owner),
});
