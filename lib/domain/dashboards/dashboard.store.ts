import { type Database, deleteItem } from '#lib/kernel/database.ts';
import { atRevision, entities } from '#lib/kernel/entities.ts';
import { untilWritten } from '#lib/kernel/remembered.ts';
import { type Dashboard, dashboard } from './dashboard.schema.ts';
import { dashboardTable } from './dashboard.table.ts';

/** What a place is held by while a dashboard is made at it. */
export const placeName = (order: number): string => `place ${order}`;

/** The dashboards of one organisation that were saved. */
export const dashboardStore = (db: Database, tenantId: string) => {
  const dashboards = entities<Dashboard>(db, {
    table: dashboardTable,
    tenantId,
    parse: (item) => dashboard.parse(item),
    // Titles may be the same; of those made at the same moment no two get the same place.
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

    /** False where it was changed since, or deleted. */
    delete: (_id: string, revision: number): Promise<boolean> =>
      deleteItem(db, dashboardTable, { tenant_id: tenantId, _id }, atRevision(revision)),

    all,

    /** The same for whoever asks at each letter: read again once one was written. */
    known: (): Promise<readonly Dashboard[]> =>
      untilWritten(db, [dashboardTable], `dashboards of ${tenantId}`, all),
  };
};
