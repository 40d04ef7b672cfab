import type { Schedule } from '#lib/domain/schedules/schedule.schema.ts';
import type { ScheduleKind } from '#lib/kernel/schedule-kinds.ts';

/** An existing schedule; `changed_at` in milliseconds since the epoch. */
export type ListedSchedule = { id: string; changed_at: number };

/**
 * Keeps schedules durably and calls the handler that the composition root passes in for each tick,
 * at least once. An id is unique within its kind, across all tenants.
 */
export type Scheduler<K extends string = ScheduleKind> = {
  /** Creates the schedule, or replaces the one with this id. Expression and time zone are valid. */
  put(schedule: Schedule<K>): Promise<void>;
  /** Removes the schedule; succeeds if it does not exist. */
  delete(kind: K, id: string): Promise<void>;
  /** Lists all schedules of a kind, of all tenants, each once, in any order. */
  list(kind: K): AsyncIterable<ListedSchedule>;
};

/** The calls for one schedule, which most users of the port need. */
export type ScheduleWriter<K extends string = ScheduleKind> = Omit<Scheduler<K>, 'list'>;
