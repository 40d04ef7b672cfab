import type { Cron } from './cron.rules.ts';
import { offsetAt, wallTime } from './time-zone.rules.ts';

/** When something runs: an expression, read by the wall clock of an IANA time zone. */
export type Timetable = { cron: Cron; tz: string };

const minute = 60_000;
const day = 24 * 60 * minute;

/** Both day fields set means either of them, as POSIX has it. */
const isDay = ({ day: days, weekday }: Cron, date: number, ofWeek: number): boolean => {
  const byDate = days.values.includes(date);
  const byWeekday = weekday.values.includes(ofWeek);
  return days.isSet && weekday.isSet ? byDate || byWeekday : byDate && byWeekday;
};

/** The days on which an expression runs, from one on: midnight by the wall clock. Endless. */
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

/** The times of a day, in minutes. */
const timesOf = ({ hour, minute: minutes }: Cron): number[] =>
  hour.values.flatMap((one) => minutes.values.map((other) => one * 60 + other));

/**
 * Finds the moment at which the wall shows a time of this day: the first of two, where the clock is
 * set back; none where it is set forward over it.
 */
const momentsOf = (tz: string, midnight: number): ((wall: number) => number | undefined) => {
  const before = offsetAt(tz, midnight - day);
  const after = offsetAt(tz, midnight + 2 * day);
  if (before === after) return (wall) => wall - before;
  return (wall) => {
    const moments = [wall - before, wall - after].filter((at) => wallTime(tz, at) === wall);
    return moments.length > 0 ? Math.min(...moments) : undefined;
  };
};

/** The runs after a moment (ms), in order. Endless: an expression that never runs is refused. */
function* runsAfter({ cron, tz }: Timetable, from: number): Generator<number, never> {
  const times = timesOf(cron);
  const whole = Math.floor(from / 1000) * 1000;
  for (const midnight of daysFrom(cron, wallTime(tz, whole))) {
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

/** What is looked through for the last run, the latest first: few runs lie in each. */
const spans = [60 * minute, day, 31 * day, 366 * day];

/** The last run after `from` and not after `until` (ms); undefined where there is none. */
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

/** In five years from here every pair of neighbouring days comes by. */
const anyLeapYear = Date.UTC(2024, 0, 1);

const hasNeighbouringDays = (cron: Cron): boolean => {
  let before = Number.NaN;
  for (const one of daysFrom(cron, anyLeapYear)) {
    if (one - before === day) return true;
    if (one > anyLeapYear + 5 * 366 * day) return false;
    before = one;
  }
  return false;
};

/** Runs of a month on average over four years; the hours that clocks are set are left aside. */
export const runsAMonth = (cron: Cron): number => {
  let days = 0;
  for (const one of daysFrom(cron, anyLeapYear)) {
    if (one >= anyLeapYear + (4 * 365 + 1) * day) break;
    days += 1;
  }
  return (days * timesOf(cron).length) / 48;
};

/** Minutes between the two runs that lie closest together, by the wall clock. */
export const smallestInterval = (cron: Cron): number => {
  const times = timesOf(cron);
  const first = times[0] ?? 0;
  const following = hasNeighbouringDays(cron) ? first + 24 * 60 : Number.POSITIVE_INFINITY;
  const gaps = times.map((time, index) => (times[index + 1] ?? following) - time);
  return Math.min(...gaps, 28 * 24 * 60);
};
