import type { TableSpec } from '#lib/kernel/table.ts';

export const organisationTable: TableSpec = {
  name: 'organisations',
  partition: 'tenant_id',
  sort: '_id',
};
