import type { TableSpec } from '#lib/kernel/table.ts';

export const userTable: TableSpec = {
  name: 'users',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** Those who want a digest each day, the next ones first. */
    digest: { partition: 'digest', sort: 'digest_at', keysOnly: true },
  },
};
