import { lastRun, nextRun } from '#lib/domain/schedules/cron-walk.rules.ts';
import { readTimetable } from '#lib/domain/schedules/timetable.rules.ts';
import type { ScheduleRow } from './schedule-table.ts';

/** The last of the ticks that are due at `now`, and when the next one comes (ms). */
export const dueTick = (row: ScheduleRow, now: number): { at: number; next: number } => {
  const timetable = readTimetable(row);
  const following = nextRun(timetable, row.next_at);
  if (following > now) return { at: row.next_at, next: following };
  return {
    at: lastRun(timetable, row.next_at, now) ?? row.next_at,
    next: nextRun(timetable, now),
  };
};

/** If the clock goes back by less than this (ms), ticks are not repeated. */
const setbackTolerance = 3 * 3600_000;

/**
 * When the next tick of a schedule comes if the clock may have been set back: ticks of the last
 * three hours are not repeated, but no tick waits because the clock was far ahead once.
 */
export const nextAfterSetback = (row: ScheduleRow, now: number): number => {
  const last = row.last_at ?? now;
  const from = last > now && last - now <= setbackTolerance ? last : now;
  return Math.min(row.next_at, nextRun(readTimetable(row), from));
};
