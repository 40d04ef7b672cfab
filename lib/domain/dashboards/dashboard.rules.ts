import { type Dashboard, type DashboardView, type WidgetView } from './dashboard.schema.ts';
import type { NewWidget, StoredWidget } from './dashboard.schema.ts';
import { catalogue, isWidgetTemplate, type WidgetTemplate } from './widgets/catalogue.schema.ts';
import { defaultRange, rangeFacts } from './widgets/time-range.schema.ts';

/** Every organisation starts with one dashboard, which has the same id in each. */
export const firstDashboardId = 'dsh_first';

type WidgetPlacement = [template: WidgetTemplate, col_span: 12 | 24];

/** Useful on the first day: what waits for people, what ran, and what was found. */
const firstWidgets: readonly WidgetPlacement[] = [
  ['run_history', 24],
  ['waiting_for_people', 12],
  ['failing_bots', 12],
  ['inventory_totals', 12],
  ['top_resources', 12],
  ['compliance_heatmap', 24],
];

/** The built-in dashboard until somebody changes it. */
export const firstDashboard = (tenant_id: string): Dashboard => ({
  tenant_id,
  _id: firstDashboardId,
  title: 'Overview',
  order: 1,
  widgets: firstWidgets.map(([template, col_span]) => ({
    _id: template,
    template,
    title: catalogue[template].title,
    col_span,
  })),
  revision: 0,
});

/** The dashboards shown: the stored ones, and the built-in one unless it was changed or deleted. */
export const shownDashboards = (tenantId: string, saved: readonly Dashboard[]): Dashboard[] => {
  const hasFirst = saved.some(({ _id }) => _id === firstDashboardId);
  const all = hasFirst ? saved : [firstDashboard(tenantId), ...saved];
  return all
    .filter(({ deleted = false }) => !deleted)
    .toSorted((a, b) => a.order - b.order || (a._id < b._id ? -1 : 1));
};

/** The place of a new dashboard: after the last. */
export const nextOrder = (dashboards: readonly Pick<Dashboard, 'order'>[]): number =>
  Math.max(0, ...dashboards.map(({ order }) => order)) + 1;

export const defaultTitleOf = (order: number): string => `Dashboard ${order}`;

/** The index of a widget with an unknown template, or -1; templates in `storedWidgets` may stay. */
export const unknownWidgetIndex = (
  widgets: readonly NewWidget[],
  storedWidgets: readonly StoredWidget[],
): number =>
  widgets.findIndex(
    ({ template }) =>
      !isWidgetTemplate(template) && !storedWidgets.some((one) => one.template === template),
  );

/** Widgets without an id get their template as id, since each template occurs once. */
export const toStoredWidgets = (widgets: readonly NewWidget[]): StoredWidget[] =>
  widgets.map(({ _id, template, title, col_span }) => ({
    _id: _id ?? template,
    template,
    title: title ?? (isWidgetTemplate(template) ? catalogue[template].title : template),
    col_span,
  }));

/** Adds what the catalogue says about the template; a removed template has no data either. */
const widgetViewOf = (widget: StoredWidget): WidgetView => {
  const { template } = widget;
  if (!isWidgetTemplate(template)) return { ...widget, tags: [], timeSensitive: false };
  const { tags, timeSensitive } = catalogue[template];
  const { interval } = rangeFacts[defaultRange];
  return {
    ...widget,
    tags: [...tags],
    timeSensitive,
    ...(timeSensitive && { dateRange: defaultRange, interval }),
  };
};

export const viewOf = ({ tenant_id, deleted, ...dashboard }: Dashboard): DashboardView => ({
  ...dashboard,
  widgets: dashboard.widgets.map(widgetViewOf),
});
