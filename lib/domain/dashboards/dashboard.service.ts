import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { Log } from '#lib/kernel/log.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { dashboardRoutes } from './dashboard.routes.ts';
import {
  defaultTitleOf,
  firstDashboard,
  firstDashboardId,
  nextOrder,
  shownDashboards,
  toStoredWidgets,
  unknownWidgetIndex,
  viewOf,
} from './dashboard.rules.ts';
import {
  type Dashboard,
  maxDashboards,
  type NewWidget,
  type StoredWidget,
} from './dashboard.schema.ts';
import { dashboardStore, placeName } from './dashboard.store.ts';
import { openWidgetReads, type SourceDeps } from './sources/widget-reads.service.ts';
import { answerWidgets } from './sources/widget-answers.service.ts';
import { catalogue, widgetTemplates } from './widgets/catalogue.schema.ts';

export type DashboardDeps = SourceDeps & { log: Log };

const changedMeanwhile = () =>
  conflict('Somebody changed this dashboard after you opened it. Compare yours with theirs.', {
    field: 'revision',
  });

/** The 409 for deleting a dashboard without having seen other people's changes of it. */
const changedBeforeDelete = () =>
  conflict('Somebody changed this dashboard after you opened it. Check their changes first.', {
    field: 'revision',
  });

const refuseUnknown = (
  widgets: readonly NewWidget[],
  storedWidgets: readonly StoredWidget[],
): void => {
  const at = unknownWidgetIndex(widgets, storedWidgets);
  if (at < 0) return;
  throw badRequest('There is no such widget. Choose one from the catalogue.', {
    field: `widgets.${at}.template`,
  });
};

const tooMany = () =>
  conflict(`There are ${maxDashboards} dashboards, which is the limit. Delete one first.`);

/** Stores a new dashboard at the first free place after the last; 409 if there are too many. */
const createAtNextPlace = async (
  { db, clock }: DashboardDeps,
  tenantId: string,
  dashboardAt: (order: number) => Omit<Dashboard, 'tenant_id'>,
): Promise<Dashboard> => {
  const store = dashboardStore(db, tenantId);
  const saved = await store.all();
  const dashboards = shownDashboards(tenantId, saved);
  if (dashboards.length >= maxDashboards) throw tooMany();
  // The built-in dashboard counts although it is not stored, but not once it was deleted.
  const room = { max: maxDashboards - dashboards.length + saved.length, full: tooMany };
  const first = nextOrder(dashboards);
  for (let order = first; ; order += 1) {
    const one = dashboardAt(order);
    let isTaken = false;
    const taken = () => {
      isTaken = true;
      return conflict('Others are adding dashboards right now. Try again.');
    };
    try {
      const nameClaim = { _id: one._id, name: placeName(order) };
      await store.underName(nameClaim, { now: clock(), taken, room }, () => store.create(one));
      return { ...one, tenant_id: tenantId };
    } catch (error) {
      if (!isTaken || order - first >= maxDashboards) throw error;
    }
  }
};

const catalogueItems = widgetTemplates.map((template) => {
  const { title, tags, description, timeSensitive } = catalogue[template];
  return { template, title, tags: [...tags], description, timeSensitive };
});

/** Calls on dashboards and their widgets, one function a route. */
export const dashboardService = (deps: DashboardDeps): Service<typeof dashboardRoutes> => {
  const storeOf = ({ tenant_id }: Caller) => dashboardStore(deps.db, tenant_id);

  const shownTo = async (caller: Caller): Promise<Dashboard[]> =>
    shownDashboards(caller.tenant_id, await storeOf(caller).all());

  const find = async (caller: Caller, id: string): Promise<Dashboard> => {
    const saved = await storeOf(caller).get(id);
    const found = saved ?? (id === firstDashboardId ? firstDashboard(caller.tenant_id) : undefined);
    if (!found || found.deleted) throw notFound('dashboard');
    return found;
  };

  /** Stores a change of what was read; false if somebody else was first. */
  const write = (caller: Caller, found: Dashboard, fields: Partial<Dashboard>) => {
    const at = { updated_by: caller.user_id, updated_at: isoTime(deps.clock()) };
    const change = { ...fields, ...at };
    const { tenant_id: _, ...dashboard } = found;
    return found.revision === 0
      ? storeOf(caller).create({ ...dashboard, ...change, revision: 1 })
      : storeOf(caller).revise(found, change);
  };

  return {
    listDashboards: async (caller) => ({ items: (await shownTo(caller)).map(viewOf) }),

    listWidgets: async () => ({ items: catalogueItems }),

    getWidgetData: async (caller, { templates: requested, dateRange }) => ({
      items: await answerWidgets(openWidgetReads(deps, caller, dateRange), requested, deps.log),
    }),

    getDashboard: async (caller, { dashboard_id }) => viewOf(await find(caller, dashboard_id)),

    async createDashboard(caller, { title, order: requestedOrder, widgets }) {
      refuseUnknown(widgets, []);
      const now = deps.clock();
      const created = await createAtNextPlace(deps, caller.tenant_id, (freeOrder) => ({
        _id: timedId('dsh', now),
        title: title ?? defaultTitleOf(requestedOrder ?? freeOrder),
        order: requestedOrder ?? freeOrder,
        widgets: toStoredWidgets(widgets),
        revision: 1,
        updated_by: caller.user_id,
        created_at: isoTime(now),
        updated_at: isoTime(now),
      }));
      return viewOf(created);
    },

    async updateDashboard(caller, { dashboard_id, revision, title, order, widgets }) {
      const found = await find(caller, dashboard_id);
      if (found.revision !== revision) throw changedMeanwhile();
      refuseUnknown(widgets ?? [], found.widgets);
      const isWritten = await write(caller, found, {
        ...(title !== undefined && { title }),
        ...(order !== undefined && { order }),
        ...(widgets !== undefined && { widgets: toStoredWidgets(widgets) }),
      });
      if (!isWritten) throw changedMeanwhile();
      return viewOf(await find(caller, dashboard_id));
    },

    async deleteDashboard(caller, { dashboard_id, revision }) {
      const found = await find(caller, dashboard_id);
      if (revision !== undefined && found.revision !== revision) throw changedBeforeDelete();
      // If just removed, the built-in dashboard would appear again: it is marked as deleted.
      const isGone =
        dashboard_id === firstDashboardId
          ? await write(caller, found, { widgets: [], deleted: true })
          : await storeOf(caller).delete(dashboard_id, found.revision);
      if (!isGone) throw changedBeforeDelete();
      return {};
    },
  };
};
