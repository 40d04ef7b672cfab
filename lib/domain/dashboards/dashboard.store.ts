import type { Database } from '#lib/kernel/database.ts';
import { entities } from '#lib/kernel/entities.ts';
import { type Dashboard, dashboard } from './dashboard.schema.ts';
import { dashboardTable } from './dashboard.table.ts';

/** The dashboards of one organisation that were saved. */
export const dashboardStore = (db: Database, tenantId: string) => {
  const dashboards = entities<Dashboard>(db, {
    table: dashboardTable,
    tenantId,
    parse: (item) => dashboard.parse(item),
  });
  return {
    get: dashboards.get,
    create: dashboards.create,
    revise: dashboards.revise,
    delete: dashboards.delete,

    async all(): Promise<Dashboard[]> {
      const found: Dashboard[] = [];
      for await (const one of dashboards.all()) found.push(one);
      return found;
    },
  };
};
