import type { TableSpec } from '#lib/kernel/table.ts';

/** Rejected calls of listeners, counted by the hour. */
export const refusedCallTable: TableSpec = {
  name: 'refused_calls',
  partition: 'listener_key',
  sort: 'hour',
  ttl: 'expires_at',
};
