import { scheduleOwners, type SettleDeps } from './domain/bots/settle-schedule.service.ts';
import { type FiredDeps, scheduleFired } from './domain/executions/runs/fired.service.ts';
import { type ReconcileDeps, reconcileSchedules } from './domain/schedules/reconcile.service.ts';
import type { Tick } from './domain/schedules/schedule.schema.ts';
import type { ScheduleKind } from './kernel/schedule-kinds.ts';

type Handlers = Record<ScheduleKind, (tick: Tick) => Promise<unknown>>;

/** What follows from a tick of each kind; a tick may come twice, so each handler works once. */
export const tickHandler = (deps: FiredDeps) => {
  const handlers: Handlers = { bot: scheduleFired(deps) };
  return (tick: Tick): Promise<unknown> => handlers[tick.kind](tick);
};

/** The check of the schedules of each kind against what they belong to. */
export const scheduleCheck = (deps: SettleDeps & ReconcileDeps) =>
  reconcileSchedules(deps, { bot: scheduleOwners(deps) });
