import { type Database, deleteItem } from '#lib/kernel/database.ts';
import { atRevision, entityStore } from '#lib/kernel/entities.ts';
import { cacheUntilWritten } from '#lib/kernel/cache-until-written.ts';
import { type Dashboard, dashboard } from './dashboard.schema.ts';
import { dashboardTable } from './dashboard.table.ts';

/** The name that reserves a place while a dashboard is created at it. */
export const placeName = (order: number): string => `place ${order}`;

/** The stored dashboards of one organisation. */
export const dashboardStore = (db: Database, tenantId: string) => {
  const dashboards = entityStore<Dashboard>(db, {
    table: dashboardTable,
    tenantId,
    parse: (item) => dashboard.parse(item),
    // Titles need not be unique, but of dashboards created at once no two get the same place.
    nameOf: ({ order, deleted }) => (deleted ? undefined : placeName(order)),
  });
  const all = async (): Promise<Dashboard[]> => {
    const found: Dashboard[] = [];
    for await (const one of dashboards.all()) found.push(one);
    return found;
  };
  return {
    get: dashboards.get,
    create: dashboards.create,
    revise: dashboards.revise,
    underName: dashboards.underName,

    /** Returns false if it was changed or deleted since. */
    delete: (_id: string, revision: number): Promise<boolean> =>
      deleteItem(db, dashboardTable, { tenant_id: tenantId, _id }, atRevision(revision)),

    all,

    /** The same, cached until one is written, for searches at every keystroke. */
    known: (): Promise<readonly Dashboard[]> =>
      cacheUntilWritten(db, [dashboardTable], `dashboards of ${tenantId}`, all),
  };
};
