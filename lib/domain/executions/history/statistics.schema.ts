import * as z from 'zod';
import { categories, importances } from '../../bots/bot.schema.ts';
import { executionState } from '../execution.schema.ts';
import { decisionKinds } from '../outcome/outcome.schema.ts';
import { botType } from './history.schema.ts';

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** Days that one question may be about. */
export const longestRange: Record<Interval, number> = { hour: 31, day: 366, week: 366, month: 366 };

/** What runs are told apart by. */
export const runKind = z.object({
  state: executionState,
  bot_type: botType,
  category: z.enum(categories).optional(),
  importance: z.enum(importances).optional(),
  /** What people decided, where that stands in place of the state. */
  outcome: z.enum(decisionKinds).optional(),
});
export type RunKind = z.infer<typeof runKind>;

/** The runs of one kind that ended in the interval that begins at `interval` (UTC). */
const runStatistic = runKind.extend({
  interval: z.string(),
  count: z.number().int(),
  /** US dollars by list prices; absent where no run told any. */
  cost: z.number().optional(),
  /** Likewise what the runs saved. */
  minutes_saved: z.number().optional(),
});
export type RunStatistic = z.infer<typeof runStatistic>;

export const statisticsQuery = z.strictObject({
  from: z.iso.datetime(),
  /** Not included. */
  to: z.iso.datetime(),
  /** UTC; weeks begin on Monday. */
  interval: z.enum(intervals).default('day'),
});

/**
 * Runs are counted once they have ended, in the hour in which they did: an interval that has passed
 * does not change any more. Open ones are counted as they are now, by state; 1,000 is the most.
 */
export const runStatistics = z.object({
  items: z.array(runStatistic),
  open: z.array(z.object({ state: executionState, count: z.number().int() })),
});
