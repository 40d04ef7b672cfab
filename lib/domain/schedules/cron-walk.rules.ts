import type { Cron } from './cron.rules.ts';
import { offsetAt, wallTime } from './time-zone.rules.ts';

/** A cron expression, evaluated in the local time of an IANA time zone. */
export type Timetable = { cron: Cron; tz: string };

const minute = 60_000;
const day = 24 * 60 * minute;

/** If both day fields are set, a day that matches either of them counts, as in POSIX. */
const isDay = ({ day: days, weekday }: Cron, date: number, ofWeek: number): boolean => {
  const byDate = days.values.includes(date);
  const byWeekday = weekday.values.includes(ofWeek);
  return days.isSet && weekday.isSet ? byDate || byWeekday : byDate && byWeekday;
};

/** The days from `from` on which it runs, each as midnight in local time. Endless. */
function* daysFrom(cron: Cron, from: number): Generator<number> {
  const start = new Date(from);
  let date = start.getUTCDate();
  for (let month = start.getUTCMonth(); ; month += 1) {
    const first = new Date(Date.UTC(start.getUTCFullYear(), month, 1));
    if (cron.month.values.includes(first.getUTCMonth() + 1)) {
      const length = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
      for (; date <= length; date += 1) {
        const ofWeek = (first.getUTCDay() + date - 1) % 7;
        if (isDay(cron, date, ofWeek)) yield first.getTime() + (date - 1) * day;
      }
    }
    date = 1;
  }
}

/** The times of a day at which it runs, in minutes. */
const timesOf = ({ hour, minute: minutes }: Cron): number[] =>
  hour.values.flatMap((one) => minutes.values.map((other) => one * 60 + other));

/**
 * Returns a function that converts a local time of this day into a moment: the earlier of two if
 * the clock is set back; undefined for a time that is skipped when it is set forward.
 */
const momentsOf = (tz: string, midnight: number): ((localTime: number) => number | undefined) => {
  const before = offsetAt(tz, midnight - day);
  const after = offsetAt(tz, midnight + 2 * day);
  if (before === after) return (localTime) => localTime - before;
  return (localTime) => {
    const moments = [localTime - before, localTime - after].filter(
      (at) => wallTime(tz, at) === localTime,
    );
    return moments.length > 0 ? Math.min(...moments) : undefined;
  };
};

/** The runs after a moment (ms), in order. Endless: expressions that never run are not parsed. */
function* runsAfter({ cron, tz }: Timetable, from: number): Generator<number, never> {
  const times = timesOf(cron);
  const wholeSecond = Math.floor(from / 1000) * 1000;
  for (const midnight of daysFrom(cron, wallTime(tz, wholeSecond))) {
    const momentOf = momentsOf(tz, midnight);
    for (const time of times) {
      const at = momentOf(midnight + time * minute);
      if (at !== undefined && at > from) yield at;
    }
  }
  throw new Error('There are no further runs.');
}

/** The next run after a moment (ms). */
export const nextRun = (timetable: Timetable, from: number): number =>
  runsAfter(timetable, from).next().value;

/** The next `count` runs after a moment (ms). */
export const nextRuns = (timetable: Timetable, from: number, count: number): number[] => {
  const runs = runsAfter(timetable, from);
  return Array.from({ length: count }, () => runs.next().value);
};

/** Periods (ms) searched backwards for the last run, the latest and shortest first. */
const spans = [60 * minute, day, 31 * day, 366 * day];

/** The last run after `from` and not after `until` (ms); undefined if there is none. */
export const lastRun = (timetable: Timetable, from: number, until: number): number | undefined => {
  for (const span of [...spans, until - from]) {
    const start = Math.max(from, until - span);
    let last: number | undefined;
    for (const at of runsAfter(timetable, start)) {
      if (at > until) break;
      last = at;
    }
    if (last !== undefined || start === from) return last;
  }
  return undefined;
};

/** The five years from this date contain every possible pair of consecutive days. */
const anyLeapYear = Date.UTC(2024, 0, 1);

const hasNeighbouringDays = (cron: Cron): boolean => {
  let previous = Number.NaN;
  for (const one of daysFrom(cron, anyLeapYear)) {
    if (one - previous === day) return true;
    if (one > anyLeapYear + 5 * 366 * day) return false;
    previous = one;
  }
  return false;
};

/** Average number of runs a month, over four years and without regard to clock changes. */
export const runsAMonth = (cron: Cron): number => {
  let days = 0;
  for (const one of daysFrom(cron, anyLeapYear)) {
    if (one >= anyLeapYear + (4 * 365 + 1) * day) break;
    days += 1;
  }
  return (days * timesOf(cron).length) / 48;
};

/** Minutes between the two runs that are closest together, in local time. */
export const smallestInterval = (cron: Cron): number => {
  const times = timesOf(cron);
  const first = times[0] ?? 0;
  const following = hasNeighbouringDays(cron) ? first + 24 * 60 : Number.POSITIVE_INFINITY;
  const gaps = times.map((time, index) => (times[index + 1] ?? following) - time);
  return Math.min(...gaps, 28 * 24 * 60);
};
