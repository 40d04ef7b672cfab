import { isoTime } from '#lib/kernel/clock.ts';
import { rangeFacts, type TimeRange } from './time-range.schema.ts';

const lengths = { hour: 3600_000, day: 86_400_000 } as const;

/** The buckets of a range that ends now, the oldest first; the last one is still incomplete. */
export type Buckets = {
  interval: 'hour' | 'day';
  /** The start of each bucket (ISO time, UTC). */
  starts: string[];
  /** The end of the last bucket (ISO time, UTC). */
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

/** Notes for people about numbers that are stored once a day. */
export const dailyDataNotes = ({ interval }: Buckets): string[] => [
  ...(interval === 'hour' ? ['Counted once a day: all hours of a day show the same number.'] : []),
  'Days without a scan show the previous scan.',
];

/** Notes for people about whole-day numbers, if the range begins within a day. */
export const wholeDaysNotes = (buckets: Buckets): string[] => {
  const [first, last] = daysOf(buckets);
  const isExact = buckets.interval === 'day' || first === last;
  return isExact ? [] : ['Counted by the day (UTC): all of yesterday, and today.'];
};

/** The first and the last day of the buckets, such as `2026-09-01`. */
export const daysOf = ({ starts }: Buckets): [from: string, to: string] => [
  (starts[0] ?? '').slice(0, 10),
  (starts.at(-1) ?? '').slice(0, 10),
];
