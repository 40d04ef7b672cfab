import type { TableSpec } from '#lib/kernel/table.ts';

export const userInputTable: TableSpec = {
  name: 'user_inputs',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** What an organisation's people have still to fill in. */
    pending: { partition: 'pending', sort: '_id' },
    outbox: { partition: 'outbox', sort: '_id' },
    /** Pending ones, those of one run side by side. */
    open: { partition: 'open', sort: 'place', keysOnly: true },
  },
};
