import type { TableSpec } from '#lib/kernel/table.ts';

export const dashboardTable: TableSpec = {
  name: 'dashboards',
  partition: 'tenant_id',
  sort: '_id',
};
