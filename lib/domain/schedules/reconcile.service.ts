import type { Clock } from '#lib/kernel/clock.ts';
import type { Log, LogFields } from '#lib/kernel/log.ts';
import type { ScheduleKind } from '#lib/kernel/schedule-kinds.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';

/** Something that has a schedule; `id` is also the schedule's id. */
export type ScheduleOwner = {
  id: string;
  tenant_id: string;
  /** Whether its schedule may not agree with it yet. */
  pending: boolean;
};

/** The owners of the schedules of one kind. */
export type Owners = {
  /** All owners of all tenants that need a schedule. The list may be slightly out of date. */
  all(): AsyncIterable<ScheduleOwner>;
  /** Makes the schedule agree with its owner. */
  settle(owner: ScheduleOwner): Promise<void>;
};

export type ReconcileDeps = { scheduler: Scheduler; clock: Clock; log: Log };

type ReconcileCounts = { put: number; removed: number };

/** Awaits one of many changes; a failure is logged and counted, and the others continue. */
type Attempt = (work: Promise<void>, of: Pick<LogFields, 'area' | 'tenant_id'>) => Promise<number>;

const attemptCounter = (log: Log) => {
  let failed = 0;
  const attempt: Attempt = (work, of) =>
    work.then(
      () => 1,
      (error: unknown) => {
        failed += 1;
        log.error('A schedule could not be repaired.', { ...of, error });
        return 0;
      },
    );
  return { attempt, failed: () => failed };
};

/** A schedule younger than this (ms) may belong to an owner that an index does not show yet. */
const grace = 10 * 60_000;

const reconcileKind = async (
  { scheduler, clock }: ReconcileDeps,
  kind: ScheduleKind,
  owners: Owners,
  attempt: Attempt,
): Promise<ReconcileCounts> => {
  const unowned = new Map<string, number>();
  for await (const { id, changed_at } of scheduler.list(kind)) unowned.set(id, changed_at);
  const counts = { put: 0, removed: 0 };
  for await (const owner of owners.all()) {
    if (unowned.delete(owner.id) && !owner.pending) continue;
    counts.put += await attempt(owners.settle(owner), { area: kind, tenant_id: owner.tenant_id });
  }
  const cutoff = clock() - grace;
  for (const [id, changed_at] of unowned) {
    if (changed_at > cutoff) continue;
    counts.removed += await attempt(scheduler.delete(kind, id), { area: kind });
  }
  return counts;
};

const logCounts = (
  { log }: ReconcileDeps,
  area: ScheduleKind,
  { put, removed }: ReconcileCounts,
): void => {
  if (put > 0) log.warn('Missing schedules were created again.', { area, count: put });
  if (removed > 0) {
    log.warn('Schedules that nothing needs were removed.', { area, count: removed });
  }
};

/**
 * Compares the schedules of each kind with their owners, in both directions: missing or unsettled
 * schedules are written again; schedules without an owner are removed. Returns how many. All are
 * tried; it throws at the end if one of them failed.
 */
export const reconcileSchedules =
  (deps: ReconcileDeps, owners: Record<ScheduleKind, Owners>) =>
  async (): Promise<Record<ScheduleKind, ReconcileCounts>> => {
    const found: [ScheduleKind, ReconcileCounts][] = [];
    const { attempt, failed } = attemptCounter(deps.log);
    for (const [name, owning] of Object.entries(owners)) {
      const kind = name as ScheduleKind;
      const counts = await reconcileKind(deps, kind, owning, attempt);
      logCounts(deps, kind, counts);
      found.push([kind, counts]);
    }
    if (failed() > 0) throw new Error(`Schedules that could not be repaired: ${failed()}.`);
    return Object.fromEntries(found) as Record<ScheduleKind, ReconcileCounts>;
  };
