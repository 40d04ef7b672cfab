import type { TableSpec } from '#lib/kernel/table.ts';

/** How many resources there were each day: the history that charts show. */
export const inventoryDayTable: TableSpec = {
  name: 'inventory_history',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'gone_at',
};
