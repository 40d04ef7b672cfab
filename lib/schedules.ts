import { scheduleOwners, type SettleDeps } from './domain/bots/settle-schedule.service.ts';
import {
  type FiredDeps,
  startScheduledRun,
} from './domain/executions/runs/schedule-fired.service.ts';
import {
  type ScheduledScanDeps,
  startScheduledScan,
} from './domain/inventory/schedules/scheduled-scan.service.ts';
import { scanScheduleOwners } from './domain/inventory/schedules/settle-scan-schedule.service.ts';
import { type ReconcileDeps, reconcileSchedules } from './domain/schedules/reconcile.service.ts';
import type { Tick } from './domain/schedules/schedule.schema.ts';
import type { ScheduleKind } from './kernel/schedule-kinds.ts';

type Handlers = Record<ScheduleKind, (tick: Tick) => Promise<unknown>>;

/** Returns the handler of all ticks. A tick may arrive twice, so each handler is idempotent. */
export const tickHandler = (deps: FiredDeps & ScheduledScanDeps) => {
  const handlers: Handlers = { bot: startScheduledRun(deps), inventory: startScheduledScan(deps) };
  return (tick: Tick): Promise<unknown> => handlers[tick.kind](tick);
};

/** Reconciles the schedules of each kind with the records that own them. */
export const scheduleReconciler = (deps: SettleDeps & ReconcileDeps) =>
  reconcileSchedules(deps, {
    bot: scheduleOwners(deps),
    inventory: scanScheduleOwners(deps),
  });
