import { removeOrphans } from '#lib/domain/executions/runs/orphans.service.ts';
import { scheduleReconciler } from '#lib/schedules.ts';
import { db } from '../deps/database.ts';
import { clock, log } from '../deps/process.ts';
import { runner } from '../deps/runner.ts';
import { scheduler } from '../deps/loaded/scheduler.ts';

const checkSchedules = scheduleReconciler({ db, scheduler, clock, log });
const removeAllOrphans = removeOrphans({ db, runner, clock, log });

const valueOf = <Value>(settled: PromiseSettledResult<Value>): Value => {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
};

/** Runs both parts even if one fails. */
export const handler = async () => {
  const [schedules, orphans] = await Promise.allSettled([checkSchedules(), removeAllOrphans()]);
  return { schedules: valueOf(schedules), orphans: valueOf(orphans) };
};
