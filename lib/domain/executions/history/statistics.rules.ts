import { isoTime } from '#lib/kernel/clock.ts';
import type { Interval, RunKind, RunStatistic } from './statistics.schema.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;

/** Monday is the first day of a week; the epoch was a Thursday. */
const daysSinceMonday = (ms: number): number => (Math.floor(ms / dayMs) + 3) % 7;

const intervalStarts: Record<Interval, (ms: number) => number> = {
  hour: (ms) => ms - (ms % hourMs),
  day: (ms) => ms - (ms % dayMs),
  week: (ms) => ms - (ms % dayMs) - daysSinceMonday(ms) * dayMs,
  month: (ms) => {
    const date = new Date(ms);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  },
};

/** The start of the interval that contains a time (ISO times, UTC). */
export const intervalStartOf = (interval: Interval, time: string): string =>
  isoTime(intervalStarts[interval](Date.parse(time)));

/** Open runs of one state are counted up to this number. */
export const maxOpenCounted = 1000;

/** Totals of the runs of a kind that ended in one hour (`hour` is the ISO time of its start). */
export type HourCount = RunKind & {
  hour: string;
  count: number;
  cost: number;
  minutes_saved: number;
};

/** Adds; stays undefined while all amounts are 0. */
const addAmount = (previous: number | undefined, amount: number): number | undefined =>
  previous === undefined && amount === 0 ? undefined : (previous ?? 0) + amount;

/** Sums hours between two times (ISO, `to` excluded) to intervals, in chronological order. */
export const sumByInterval = (
  hours: readonly HourCount[],
  { from, to, interval }: { from: string; to: string; interval: Interval },
): RunStatistic[] => {
  const sums = new Map<string, RunStatistic>();
  for (const { hour, count, cost, minutes_saved, ...kind } of hours) {
    const at = Date.parse(hour);
    if (at < Date.parse(intervalStartOf('hour', from)) || at >= Date.parse(to)) continue;
    const start = intervalStartOf(interval, hour);
    const { state, bot_type, category, importance, outcome } = kind;
    const key = JSON.stringify([start, state, bot_type, category, importance, outcome]);
    const sum = sums.get(key);
    const all = {
      cost: addAmount(sum?.cost, cost),
      minutes_saved: addAmount(sum?.minutes_saved, minutes_saved),
    };
    sums.set(key, {
      ...kind,
      interval: start,
      count: (sum?.count ?? 0) + count,
      ...(all.cost !== undefined && { cost: all.cost }),
      ...(all.minutes_saved !== undefined && { minutes_saved: all.minutes_saved }),
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
};
