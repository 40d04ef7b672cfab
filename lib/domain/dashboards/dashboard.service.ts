import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { Log } from '#lib/kernel/log.ts';
import { conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { dashboardRoutes } from './dashboard.routes.ts';
import {
  firstDashboard,
  firstDashboardId,
  nextOrder,
  shownOf,
  storedWidgets,
  titleOf,
  viewOf,
} from './dashboard.rules.ts';
import { type Dashboard, mostDashboards } from './dashboard.schema.ts';
import { dashboardStore } from './dashboard.store.ts';
import { readsFor, type SourceDeps } from './sources/reads.service.ts';
import { widgetAnswers } from './sources/widget-answers.service.ts';
import { catalogue, templates } from './widgets/catalogue.schema.ts';

export type DashboardDeps = SourceDeps & { log: Log };

const changedMeanwhile = () =>
  conflict('Somebody changed this dashboard since you opened it. Compare it with theirs.', {
    field: 'revision',
  });

const tooMany = () =>
  conflict(`There are ${mostDashboards} dashboards, the most there may be. Delete one first.`);

const catalogueItems = templates.map((template) => {
  const { title, tags, description, timeSensitive } = catalogue[template];
  return { template, title, tags: [...tags], description, timeSensitive };
});

/** Calls on dashboards and their widgets, one function a route. */
export const dashboardService = (deps: DashboardDeps): Service<typeof dashboardRoutes> => {
  const opened = ({ tenant_id }: Caller) => dashboardStore(deps.db, tenant_id);

  const shownTo = async (caller: Caller): Promise<Dashboard[]> =>
    shownOf(caller.tenant_id, await opened(caller).all());

  const find = async (caller: Caller, id: string): Promise<Dashboard> => {
    const saved = await opened(caller).get(id);
    const found = saved ?? (id === firstDashboardId ? firstDashboard(caller.tenant_id) : undefined);
    if (!found || found.deleted) throw notFound('dashboard');
    return found;
  };

  /** Writes a change of what was read; false where somebody else was first. */
  const write = (caller: Caller, found: Dashboard, fields: Partial<Dashboard>) => {
    const at = { updated_by: caller.user_id, updated_at: isoTime(deps.clock()) };
    const change = { ...fields, ...at };
    const { tenant_id: _, ...before } = found;
    return found.revision === 0
      ? opened(caller).create({ ...before, ...change, revision: 1 })
      : opened(caller).revise(found, change);
  };

  return {
    listDashboards: async (caller) => ({ items: (await shownTo(caller)).map(viewOf) }),

    listWidgets: async () => ({ items: catalogueItems }),

    getWidgetData: async (caller, { templates: asked, dateRange }) => ({
      items: await widgetAnswers(readsFor(deps, caller, dateRange), asked, deps.log),
    }),

    getDashboard: async (caller, { dashboard_id }) => viewOf(await find(caller, dashboard_id)),

    async createDashboard(caller, { title, widgets }) {
      const shown = await shownTo(caller);
      if (shown.length >= mostDashboards) throw tooMany();
      const now = deps.clock();
      const order = nextOrder(shown);
      const made = {
        _id: timedId('dsh', now),
        title: title ?? titleOf(order),
        order,
        widgets: storedWidgets(widgets),
        revision: 1,
        updated_by: caller.user_id,
        created_at: isoTime(now),
        updated_at: isoTime(now),
      };
      await opened(caller).create(made);
      return viewOf({ ...made, tenant_id: caller.tenant_id });
    },

    async updateDashboard(caller, { dashboard_id, revision, title, widgets }) {
      const found = await find(caller, dashboard_id);
      if (found.revision !== revision) throw changedMeanwhile();
      const isWritten = await write(caller, found, {
        ...(title !== undefined && { title }),
        ...(widgets !== undefined && { widgets: storedWidgets(widgets) }),
      });
      if (!isWritten) throw changedMeanwhile();
      return viewOf(await find(caller, dashboard_id));
    },

    async deleteDashboard(caller, { dashboard_id }) {
      const found = await find(caller, dashboard_id);
      // The first one would be there again if nothing said that it is gone.
      const isGone =
        dashboard_id === firstDashboardId
          ? await write(caller, found, { widgets: [], deleted: true })
          : await opened(caller).delete(dashboard_id);
      if (!isGone) throw changedMeanwhile();
      return {};
    },
  };
};
