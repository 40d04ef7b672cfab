import type { TableSpec } from '#lib/kernel/table.ts';

/** What the last scan of each integration found: which files hold the rows of which table. */
export const snapshotTable: TableSpec = {
  name: 'inventory_snapshots',
  partition: 'tenant_id',
  sort: '_id',
};
