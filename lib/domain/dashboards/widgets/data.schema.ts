import * as z from 'zod';
import { bucketIntervals } from './time-range.schema.ts';

/** What a colour says; the console has one for each, in light and in dark. */
export const meanings = [
  'critical',
  'high',
  'medium',
  'low',
  'positive',
  'info',
  'neutral',
] as const;
export type Meaning = (typeof meanings)[number];

/** Where a number leads: an address of the console, opened beside the dashboard. */
const link = z.string().startsWith('/').optional();
/** Those without a meaning have colours that only tell them apart. */
const meaning = z.enum(meanings).optional();

export const units = ['count', 'dollars', 'minutes', 'percent'] as const;
export type Unit = (typeof units)[number];
const unit = z.enum(units).default('count');

/** Numbers over time: each series has one for each bucket. */
const history = z.object({
  kind: z.literal('history'),
  unit,
  interval: z.enum(bucketIntervals),
  /** When the buckets begin (ISO times, UTC). */
  times: z.array(z.string()),
  /** Added up they make sense: they are drawn on top of each other. */
  stacked: z.boolean(),
  /** A null is no number: nothing is known of that bucket. */
  series: z.array(
    z.object({ name: z.string(), values: z.array(z.number().nullable()), meaning, link }),
  ),
});

/** Parts of a whole. */
const parts = z.object({
  kind: z.literal('parts'),
  unit,
  parts: z.array(z.object({ name: z.string(), value: z.number(), meaning, link })),
});

/** Single numbers. */
const totals = z.object({
  kind: z.literal('totals'),
  totals: z.array(
    z.object({ name: z.string(), value: z.number(), unit, meaning, link }),
  ),
});

const cell = z.union([z.string(), z.number(), z.null()]);

/** `ago` is a time (ISO) whose age counts. */
export const columnKinds = ['text', 'number', 'percent', 'time', 'ago', 'state'] as const;

const table = z.object({
  kind: z.literal('table'),
  columns: z.array(z.object({ name: z.string(), kind: z.enum(columnKinds) })),
  rows: z.array(z.object({ cells: z.array(cell), meaning, link })),
});

/** How much of it passes, row by row and column by column; null where there is nothing to tell. */
const heatmap = z.object({
  kind: z.literal('heatmap'),
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      name: z.string(),
      cells: z.array(
        z.object({ percent: z.number(), passed: z.number(), failed: z.number(), link }).nullable(),
      ),
    }),
  ),
});

export const widgetData = z
  .discriminatedUnion('kind', [history, parts, totals, table, heatmap])
  .and(
    z.object({
      /** What people are to know of the numbers, such as what is not among them. */
      notes: z.array(z.string()).optional(),
    }),
  );
export type WidgetData = z.input<typeof widgetData>;
