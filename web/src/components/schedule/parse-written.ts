import { parseTimetable, type TimetableInput } from '#lib/domain/schedules/timetable.rules.ts';

/** The schedule dialog's error for an empty expression. */
const required = 'Cron Expression is required to enable the bot';

/** The parsed timetable, or what is wrong with it and in which field. */
export const parseTimetableInput = (input: TimetableInput): ReturnType<typeof parseTimetable> =>
  input.cron_expression.trim() === ''
    ? { problem: { field: 'cron_expression', message: required } }
    : parseTimetable(input);
