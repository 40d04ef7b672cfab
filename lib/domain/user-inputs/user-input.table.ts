import type { TableSpec } from '#lib/kernel/table.ts';

export const userInputTable: TableSpec = {
  name: 'user_inputs',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** The pending forms of an organisation. */
    pending: { partition: 'pending', sort: '_id' },
    outbox: { partition: 'outbox', sort: '_id' },
    /** Pending forms; those of one run are adjacent. */
    open: { partition: 'open', sort: 'place', keysOnly: true },
  },
};
