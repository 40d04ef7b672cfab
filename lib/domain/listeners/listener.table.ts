import type { TableSpec } from '#lib/kernel/table.ts';

export const listenerTable: TableSpec = {
  name: 'listeners',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    // A webhook names its listener only: the one question that is asked before a tenant is known.
    by_id: { partition: '_id' },
    /** By name, for the search: keys only, so that it is read as a list of names. */
    names: { partition: 'tenant_id', sort: 'name', keysOnly: true },
  },
};
