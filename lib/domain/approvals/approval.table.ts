import type { TableSpec } from '#lib/kernel/table.ts';

export const approvalTable: TableSpec = {
  name: 'approvals',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    outbox: { partition: 'outbox', sort: '_id' },
    /** Pending ones, those of one run side by side. */
    open: { partition: 'open', sort: 'place', keysOnly: true },
  },
};
