import type { TableSpec } from '#lib/kernel/table.ts';

export const credentialTable: TableSpec = {
  name: 'credentials',
  partition: 'tenant_id',
  sort: '_id',
};
