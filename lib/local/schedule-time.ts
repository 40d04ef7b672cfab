import { lastRun, nextRun } from '#lib/domain/schedules/cron-walk.rules.ts';
import { readTimetable } from '#lib/domain/schedules/timetable.rules.ts';
import type { ScheduleRow } from './schedule-table.ts';

/** Of several ticks that have passed by `now` the last one, and when the next comes. */
export const dueTick = (row: ScheduleRow, now: number): { at: number; next: number } => {
  const timetable = readTimetable(row);
  const following = nextRun(timetable, row.next_at);
  if (following > now) return { at: row.next_at, next: following };
  return {
    at: lastRun(timetable, row.next_at, now) ?? row.next_at,
    next: nextRun(timetable, now),
  };
};

/** A clock that goes back by less (ms) does not repeat the time that it shows again. */
const repeated = 3 * 3600_000;

/**
 * When the next tick of a schedule comes by a clock that may have been set back: ticks of the last
 * three hours are not repeated, but none is waited for because the clock was far ahead once.
 */
export const nextAfterSetback = (row: ScheduleRow, now: number): number => {
  const last = row.last_at ?? now;
  const from = last > now && last - now <= repeated ? last : now;
  return Math.min(row.next_at, nextRun(readTimetable(row), from));
};
