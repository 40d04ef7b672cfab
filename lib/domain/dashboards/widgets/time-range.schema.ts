import * as z from 'zod';

/** The time ranges that widgets can show. Everything is in UTC. */
export const timeRanges = ['day', 'week', 'month'] as const;
export type TimeRange = (typeof timeRanges)[number];

export const timeRange = z.enum(timeRanges, 'Choose day, week or month.');

export const defaultRange: TimeRange = 'week';

/** For each range its labels, the number of buckets, and their length. */
export const rangeFacts = {
  day: { name: '24 Hours', last: 'Last 24 hours', buckets: 24, interval: 'hour' },
  week: { name: 'A Week', last: 'Last 7 days', buckets: 7, interval: 'day' },
  month: { name: 'A Month', last: 'Last 30 days', buckets: 30, interval: 'day' },
} as const satisfies Record<
  TimeRange,
  { name: string; last: string; buckets: number; interval: 'hour' | 'day' }
>;

export const bucketIntervals = ['hour', 'day'] as const;
