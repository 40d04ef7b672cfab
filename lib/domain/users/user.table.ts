import type { TableSpec } from '#lib/kernel/table.ts';

export const userTable: TableSpec = {
  name: 'users',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** Those who want a digest each day, the next ones first. */
    digest: { partition: 'digest', sort: 'digest_at', keysOnly: true },
    /** By name, for the search: keys only, so that it is read as a list of names. */
    names: { partition: 'tenant_id', sort: 'name', keysOnly: true },
  },
};
