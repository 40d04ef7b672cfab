import type { TableSpec } from '#lib/kernel/table.ts';

/** Task tokens of waiting runs: credentials, kept apart from the run and deleted on use. */
export const pauseTable: TableSpec = {
  name: 'pauses',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { open: { partition: 'open', sort: '_id', keysOnly: true } },
};
