import type { Schedule } from '#lib/domain/schedules/schedule.schema.ts';
import type { ScheduleKind } from '#lib/kernel/schedule-kinds.ts';

/** A schedule that there is; `changed_at` in ms. */
export type ListedSchedule = { id: string; changed_at: number };

/**
 * Keeps schedules durably and tells the handler that the composition root gives of each tick, at
 * least once. The id names a schedule among those of its kind, whatever the tenant.
 */
export type Scheduler<K extends string = ScheduleKind> = {
  /** Makes the schedule, or replaces the one of this id. Expression and zone were read before. */
  put(schedule: Schedule<K>): Promise<void>;
  /** Removes the schedule; one that does not exist is removed already. */
  delete(kind: K, id: string): Promise<void>;
  /** All schedules of a kind, of all tenants, each once, in any order. */
  list(kind: K): AsyncIterable<ListedSchedule>;
};
