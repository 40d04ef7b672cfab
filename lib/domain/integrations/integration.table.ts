import type { TableSpec } from '#lib/kernel/table.ts';

export const integrationTable: TableSpec = {
  name: 'integrations',
  partition: 'tenant_id',
  sort: '_id',
};
