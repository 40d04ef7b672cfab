import * as z from 'zod';
import { bucketIntervals } from './time-range.schema.ts';

/** The meanings of colours; the console has one colour for each, in light and in dark. */
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

/** The console page that a number links to, opened beside the dashboard. */
const link = z.string().startsWith('/').optional();
/** Without a meaning, the colour only distinguishes it from the others. */
const meaning = z.enum(meanings).optional();

export const units = ['count', 'dollars', 'minutes', 'percent'] as const;
export type Unit = (typeof units)[number];
const unit = z.enum(units).default('count');

/** Numbers over time: each series has one number for each bucket. */
const history = z.object({
  kind: z.literal('history'),
  unit,
  interval: z.enum(bucketIntervals),
  /** The start of each bucket (ISO time, UTC). */
  times: z.array(z.string()),
  /** Whether the series can be added up and are stacked on top of each other. */
  stacked: z.boolean(),
  /** Null means that nothing is known about that bucket. */
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

/** `ago` is a time (ISO) that is shown as an age. */
export const columnKinds = ['text', 'number', 'percent', 'time', 'ago', 'state'] as const;

const table = z.object({
  kind: z.literal('table'),
  columns: z.array(z.object({ name: z.string(), kind: z.enum(columnKinds) })),
  rows: z.array(z.object({ cells: z.array(cell), meaning, link })),
});

/** The percentage that passes, for each row and column; null if there is no data. */
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
      /** Notes for people about the numbers, such as what they leave out. */
      notes: z.array(z.string()).optional(),
    }),
  );
export type WidgetData = z.input<typeof widgetData>;
