import type { TableSpec } from '#lib/kernel/table.ts';

/** The number of resources on each day: the history that charts show. */
export const inventoryDayTable: TableSpec = {
  name: 'inventory_history',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'gone_at',
};
