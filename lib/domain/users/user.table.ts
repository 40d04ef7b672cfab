import type { TableSpec } from '#lib/kernel/table.ts';

export const userTable: TableSpec = {
  name: 'users',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** Users who want a daily digest, the next due first. */
    digest: { partition: 'digest', sort: 'digest_at', keysOnly: true },
    /** By name, for the search; keys only, so that it reads like a list of names. */
    names: { partition: 'tenant_id', sort: 'name', keysOnly: true },
  },
};
