import type { Timetable } from '#lib/domain/schedules/cron-walk.rules.ts';
import { readTimetable } from '#lib/domain/schedules/timetable.rules.ts';

/** A timetable that is known to be valid. */
export const validTimetable = (cron_expression: string, tz_info = 'UTC'): Timetable =>
  readTimetable({ cron_expression, tz_info });
