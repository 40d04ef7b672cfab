import * as z from 'zod';
import { widgetTags } from './widgets/catalogue.schema.ts';
import { widgetData } from './widgets/data.schema.ts';
import { bucketIntervals, timeRange } from './widgets/time-range.schema.ts';

export const maxWidgets = 10;
export const maxDashboards = 50;

/** Half or full width: a board has 24 columns. */
export const columnSpans = [12, 24] as const;
export type ColumnSpan = (typeof columnSpans)[number];

/** Any text: saving checks that the catalogue, or the dashboard already, has the template. */
const template = z.string('Choose a widget from the catalogue.').min(1).max(60);

const widgetTitle = z
  .string()
  .trim()
  .min(1, 'Enter a title.')
  .max(80, 'A title has at most 80 characters.');

export const newWidget = z.strictObject({
  _id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/, 'An id may contain only letters, digits, _ and -.')
    .optional(),
  template,
  /** By default the title in the catalogue. */
  title: widgetTitle.optional(),
  col_span: z.union([z.literal(12), z.literal(24)], 'Choose 12 or 24 columns.').default(12),
  /** From the catalogue, as a dashboard returned by the API contains it. It is not stored. */
  tags: z.array(z.string()).optional(),
  timeSensitive: z.boolean().optional(),
  dateRange: timeRange.optional(),
  interval: z.enum(bucketIntervals).optional(),
});
export type NewWidget = z.output<typeof newWidget>;
export type WidgetInput = z.input<typeof newWidget>;

/** The indexes of values that occur earlier in the list. */
const duplicateIndexes = (values: readonly string[]): number[] =>
  values.flatMap((one, at) => (values.indexOf(one) < at ? [at] : []));

const widgets = z
  .array(newWidget)
  .max(maxWidgets, `A dashboard has at most ${maxWidgets} widgets.`)
  .superRefine((list, context) => {
    const sameTemplate = duplicateIndexes(list.map(({ template: one }) => one));
    for (const at of sameTemplate) {
      const message = 'This widget is on the dashboard already.';
      context.addIssue({ code: 'custom', message, path: [at, 'template'] });
    }
    for (const at of duplicateIndexes(list.map(({ _id, template: one }) => _id ?? one))) {
      if (sameTemplate.includes(at)) continue;
      const message = 'Another widget has this id. Omit the id, or use another one.';
      context.addIssue({ code: 'custom', message, path: [at, '_id'] });
    }
  });

export const dashboardTitle = z
  .string('Enter a title.')
  .trim()
  .min(1, 'Enter a title.')
  .max(80, 'A title has at most 80 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'A title is one line of text.');

/** The dashboard's place among the tabs; of two with the same place the older comes first. */
const order = z
  .number('Enter the position as a number.')
  .int('The position must be a whole number.')
  .min(1, 'The lowest position is 1.')
  .max(100_000, 'The highest position is 100,000.');

export const newDashboard = z.strictObject({
  /** By default 'Dashboard {order}'. */
  title: dashboardTitle.optional(),
  /** By default after the last one. */
  order: order.optional(),
  widgets: widgets.default([]),
});

/** Absent fields stay as they are. */
export const dashboardChange = z.strictObject({
  title: dashboardTitle.optional(),
  order: order.optional(),
  widgets: widgets.optional(),
  /** The revision that was edited, so that nobody overwrites another user's changes. */
  revision: z.number('Send the revision that you changed.').int().min(0),
});

/** As stored: without what the catalogue says about the template. */
export const storedWidget = z.object({
  _id: z.string(),
  template: z.string(),
  title: z.string(),
  col_span: z.union([z.literal(12), z.literal(24)]),
});
export type StoredWidget = z.infer<typeof storedWidget>;

/** A page of widgets, visible to everybody in the organisation who may read dashboards. */
export const dashboard = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  title: z.string(),
  order: z.number().int(),
  widgets: z.array(storedWidget),
  /** Raised by every write. */
  revision: z.number().int(),
  /** Set if the built-in dashboard was deleted. */
  deleted: z.boolean().optional(),
  updated_by: z.string().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});
export type Dashboard = z.infer<typeof dashboard>;

export const widgetView = storedWidget.extend({
  tags: z.array(z.enum(widgetTags)),
  timeSensitive: z.boolean(),
  /** For time-sensitive widgets: the default time range and its buckets. */
  dateRange: timeRange.optional(),
  interval: z.enum(bucketIntervals).optional(),
});
export type WidgetView = z.infer<typeof widgetView>;

export const dashboardView = dashboard
  .omit({ tenant_id: true, deleted: true })
  .extend({ widgets: z.array(widgetView) });
export type DashboardView = z.infer<typeof dashboardView>;

export const dashboardList = z.object({ items: z.array(dashboardView) });

/** Why a widget has no data, as a sentence; the status is 403, 404, or 500 for a defect. */
export const widgetError = z.object({ status: z.number().int(), message: z.string() });

/** The result for one template: its data, or why there is none. */
export const widgetAnswer = z.object({
  template: z.string(),
  data: widgetData.optional(),
  error: widgetError.optional(),
});
export type WidgetAnswer = z.input<typeof widgetAnswer>;
