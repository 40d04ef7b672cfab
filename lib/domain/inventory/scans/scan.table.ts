import type { TableSpec } from '#lib/kernel/table.ts';

/** Scans, newest first; those that are open also by their deadline, across organisations. */
export const scanTable: TableSpec = {
  name: 'inventory_executions',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { open: { partition: 'open', sort: 'deadline_at' } },
  ttl: 'gone_at',
};
