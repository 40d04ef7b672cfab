import type { TableSpec } from '#lib/kernel/table.ts';

export const organisationTable: TableSpec = {
  name: 'organisations',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** All of them, by when it is next looked for ended runs that are kept no longer. */
    retention: { partition: 'retention', sort: 'retention_at', keysOnly: true },
  },
};
