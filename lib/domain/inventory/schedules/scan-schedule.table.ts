import type { TableSpec } from '#lib/kernel/table.ts';

/** Scan schedules: at most one per integration. */
export const scanScheduleTable: TableSpec = {
  name: 'inventory_schedules',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { scheduled: { partition: 'scheduled', sort: '_id' } },
};
