import * as z from 'zod';
import { commaList, wholeNumber } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  dashboardChange,
  dashboardList,
  dashboardView,
  maxWidgets,
  newDashboard,
  widgetAnswer,
} from './dashboard.schema.ts';
import { catalogueEntry } from './widgets/catalogue.schema.ts';
import { defaultRange, timeRange } from './widgets/time-range.schema.ts';

const dashboardIdParam = { dashboard_id: z.string().max(60) };
const auditedDashboard = { shownBy: 'getDashboard' } as const;

/** Calls on dashboards and their widgets. */
export const dashboardRoutes = defineRoutes({
  listDashboards: {
    method: 'GET',
    path: 'dashboards',
    permission: 'read_dashboard',
    resource: 'dashboard',
    input: z.strictObject({}),
    output: dashboardList,
    audit: 'List dashboards',
  },
  listWidgets: {
    method: 'GET',
    path: 'dashboards/widgets',
    permission: 'read_dashboard',
    resource: 'dashboard',
    input: z.strictObject({}),
    output: z.object({ items: z.array(catalogueEntry) }),
    audit: 'List the widgets for dashboards',
  },
  /**
   * The data of several widgets in one response: each has its data, or its own error. Callers get
   * no data that they may not read elsewhere.
   */
  getWidgetData: {
    method: 'GET',
    path: 'dashboards/widgets/data',
    permission: 'read_dashboard',
    resource: 'dashboard',
    input: z.strictObject({
      templates: commaList(z.string().min(1).max(60)).check(
        z.maxLength(maxWidgets, `Ask for at most ${maxWidgets} widgets.`),
      ),
      dateRange: timeRange.default(defaultRange),
    }),
    output: z.object({ items: z.array(widgetAnswer) }),
    audit: 'Read the data of widgets',
  },
  getDashboard: {
    method: 'GET',
    path: 'dashboards/{dashboard_id}',
    permission: 'read_dashboard',
    resource: 'dashboard',
    input: z.strictObject(dashboardIdParam),
    output: dashboardView,
    audit: 'Read a dashboard',
  },
  createDashboard: {
    method: 'POST',
    path: 'dashboards',
    permission: 'create_dashboard',
    resource: 'dashboard',
    input: newDashboard,
    output: dashboardView,
    changes: auditedDashboard,
    audit: 'Create a dashboard',
    status: 201,
  },
  /** Rejected with 409 if the dashboard was changed since the given revision. */
  updateDashboard: {
    method: 'PUT',
    path: 'dashboards/{dashboard_id}',
    permission: 'update_dashboard',
    resource: 'dashboard',
    input: dashboardChange.extend(dashboardIdParam),
    output: dashboardView,
    changes: auditedDashboard,
    audit: 'Update a dashboard',
  },
  deleteDashboard: {
    method: 'DELETE',
    path: 'dashboards/{dashboard_id}',
    permission: 'delete_dashboard',
    resource: 'dashboard',
    input: z.strictObject({
      ...dashboardIdParam,
      /** If given, the delete is rejected with 409 unless this is still the revision. */
      revision: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.object({}),
    changes: auditedDashboard,
    audit: 'Delete a dashboard',
  },
});
