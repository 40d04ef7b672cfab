import { parseTimetable, type WrittenTimetable } from '#lib/domain/schedules/timetable.rules.ts';

/** What the schedule dialog writes. */
const required = 'Cron Expression is required to enable the bot';

/** What was entered as understood, or what is wrong with it and where. */
export const readWritten = (written: WrittenTimetable): ReturnType<typeof parseTimetable> =>
  written.cron_expression.trim() === ''
    ? { problem: { field: 'cron_expression', message: required } }
    : parseTimetable(written);
