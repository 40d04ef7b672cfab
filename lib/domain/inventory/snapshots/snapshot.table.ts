import type { TableSpec } from '#lib/kernel/table.ts';

/** The snapshot of each integration: which files contain the rows of which table. */
export const snapshotTable: TableSpec = {
  name: 'inventory_snapshots',
  partition: 'tenant_id',
  sort: '_id',
};
