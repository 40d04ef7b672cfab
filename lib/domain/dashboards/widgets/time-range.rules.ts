import { isoTime } from '#lib/kernel/clock.ts';
import { rangeFacts, type TimeRange } from './time-range.schema.ts';

const lengths = { hour: 3600_000, day: 86_400_000 } as const;

/** The buckets of a range that ends now, the oldest first; the last one is under way. */
export type Buckets = {
  interval: 'hour' | 'day';
  /** When each begins (ISO time, UTC). */
  starts: string[];
  /** When the last one ends. */
  end: string;
};

export const bucketsOf = (range: TimeRange, now: number): Buckets => {
  const { buckets, interval } = rangeFacts[range];
  const length = lengths[interval];
  const last = now - (now % length);
  const starts = Array.from({ length: buckets }, (_, at) =>
    isoTime(last - (buckets - 1 - at) * length),
  );
  return { interval, starts, end: isoTime(last + length) };
};

/** What people are to know of numbers that are kept once a day. */
export const daysNotes = ({ interval }: Buckets): string[] => [
  ...(interval === 'hour' ? ['Counted once a day: all hours of a day show the same number.'] : []),
  'Days without a scan show the previous scan.',
];

/** What people are to know of numbers of whole days where the range begins within one. */
export const wholeDaysNotes = (buckets: Buckets): string[] => {
  const [first, last] = daysOf(buckets);
  const isWhole = buckets.interval === 'day' || first === last;
  return isWhole ? [] : ['Counted by the day (UTC): all of yesterday, and today.'];
};

/** The first and the last day of the buckets, such as `2026-09-01`. */
export const daysOf = ({ starts }: Buckets): [from: string, to: string] => [
  (starts[0] ?? '').slice(0, 10),
  (starts.at(-1) ?? '').slice(0, 10),
];
