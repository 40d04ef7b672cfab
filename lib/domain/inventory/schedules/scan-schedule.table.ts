import type { TableSpec } from '#lib/kernel/table.ts';

/** When integrations are scanned by themselves: at most one schedule each. */
export const scanScheduleTable: TableSpec = {
  name: 'inventory_schedules',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { scheduled: { partition: 'scheduled', sort: '_id' } },
};
