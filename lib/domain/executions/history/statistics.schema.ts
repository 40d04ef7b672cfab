import * as z from 'zod';
import { categories, importances } from '../../bots/bot.schema.ts';
import { executionState } from '../execution.schema.ts';
import { decisionKinds } from '../outcome/outcome.schema.ts';
import { botType } from './history.schema.ts';

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** Maximum range of one query in days, by interval. */
export const maxRangeDays: Record<Interval, number> = { hour: 31, day: 366, week: 366, month: 366 };

/** The properties by which runs are counted separately. */
export const runKind = z.object({
  state: executionState,
  bot_type: botType,
  category: z.enum(categories).optional(),
  importance: z.enum(importances).optional(),
  /** What people decided, if anything. */
  outcome: z.enum(decisionKinds).optional(),
});
export type RunKind = z.infer<typeof runKind>;

/** The runs of one kind that ended in the interval that starts at `interval` (UTC). */
const runStatistic = runKind.extend({
  interval: z.string(),
  count: z.number().int(),
  /** US dollars at list prices; absent if no run reported any. */
  cost: z.number().optional(),
  /** Minutes saved; absent if no run saved any. */
  minutes_saved: z.number().optional(),
});
export type RunStatistic = z.infer<typeof runStatistic>;

export const statisticsQuery = z.strictObject({
  from: z.iso.datetime(),
  /** Excluded. */
  to: z.iso.datetime(),
  /** UTC; weeks begin on Monday. */
  interval: z.enum(intervals).default('day'),
});

/**
 * Runs are counted when they end, in the hour of their end, so past intervals no longer change.
 * Open runs are counted as they are now, by state, up to 1,000 each.
 */
export const runStatistics = z.object({
  items: z.array(runStatistic),
  open: z.array(z.object({ state: executionState, count: z.number().int() })),
});
