import type { TableSpec } from '#lib/kernel/table.ts';

/** Saved searches: inventory queries with a name. */
export const savedSearchTable: TableSpec = {
  name: 'inventory_searches',
  partition: 'tenant_id',
  sort: '_id',
};
