import type { TableSpec } from '#lib/kernel/table.ts';

/** Queries of the inventory that people keep under a name. */
export const savedSearchTable: TableSpec = {
  name: 'inventory_searches',
  partition: 'tenant_id',
  sort: '_id',
};
