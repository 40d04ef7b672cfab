import type { TableSpec } from '#lib/kernel/table.ts';

export const listenerTable: TableSpec = {
  name: 'listeners',
  partition: 'tenant_id',
  sort: '_id',
  // A webhook names its listener only: the one question that is asked before a tenant is known.
  indexes: { by_id: { partition: '_id' } },
};
