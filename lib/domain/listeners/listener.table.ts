import type { TableSpec } from '#lib/kernel/table.ts';

export const listenerTable: TableSpec = {
  name: 'listeners',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    // For webhooks, which name only the listener: the one query made before a tenant is known.
    by_id: { partition: '_id' },
    /** By name, for the search; keys only, so that it reads like a list of names. */
    names: { partition: 'tenant_id', sort: 'name', keysOnly: true },
  },
};
