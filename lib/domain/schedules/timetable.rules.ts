import { badRequest } from '#lib/kernel/refusal.ts';
import { maxCronLength, parseCron } from './cron.rules.ts';
import { smallestInterval, type Timetable } from './cron-walk.rules.ts';
import { isWritable } from './scheduler-expression.rules.ts';
import { isTimeZone, normaliseZone } from './time-zone.rules.ts';

/** A timetable as entered and stored. */
export type TimetableInput = { cron_expression: string; tz_info: string };

type Problem = { field: keyof TimetableInput; message: string };

const inWords = (minutes: number): string => (minutes === 1 ? 'minute' : `${minutes} minutes`);

/**
 * The parsed timetable, or the problem and its field. `minMinutes` is the shortest interval allowed
 * between two runs (minutes), and `tooOftenText` the message for shorter ones, if it is not the
 * plan's.
 */
export const parseTimetable = (
  { cron_expression, tz_info }: TimetableInput,
  minMinutes = 1,
  tooOftenText = `Your plan runs a bot at most once every ${inWords(minMinutes)}.`,
): { timetable: Timetable } | { problem: Problem } => {
  const problemWith = (field: Problem['field'], message: string) => ({
    problem: { field, message },
  });
  const parsed = parseCron(cron_expression);
  if ('problem' in parsed) return problemWith('cron_expression', parsed.problem);
  const { cron } = parsed;
  if (!isWritable(cron)) {
    const tooLong = `Written out without ranges, this has more than ${maxCronLength} characters.`;
    return problemWith('cron_expression', `${tooLong} Use steps such as */5 instead.`);
  }
  if (smallestInterval(cron) < minMinutes) {
    return problemWith('cron_expression', `${tooOftenText} This expression runs more often.`);
  }
  if (!isTimeZone(tz_info)) {
    const noZoneText = `There is no time zone '${tz_info}'.`;
    return problemWith('tz_info', `${noZoneText} Give a name such as Europe/Berlin or UTC.`);
  }
  return { timetable: { cron, tz: normaliseZone(tz_info) } };
};

/** The parsed timetable; throws a 400 with the problem and its field. */
export const readTimetable = (
  input: TimetableInput,
  minMinutes?: number,
  tooOftenText?: string,
): Timetable => {
  const parsed = parseTimetable(input, minMinutes, tooOftenText);
  if ('timetable' in parsed) return parsed.timetable;
  throw badRequest(parsed.problem.message, { field: parsed.problem.field });
};
