import type { TableSpec } from '#lib/kernel/table.ts';

export const organisationTable: TableSpec = {
  name: 'organisations',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** All organisations by when their ended runs are next checked. */
    retention: { partition: 'retention', sort: 'retention_at', keysOnly: true },
  },
};
