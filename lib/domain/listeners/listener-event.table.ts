import type { TableSpec } from '#lib/kernel/table.ts';

export const listenerEventTable: TableSpec = {
  name: 'listener_events',
  partition: 'listener_key',
  sort: '_id',
  indexes: { outbox: { partition: 'outbox', sort: '_id' } },
  ttl: 'expires_at',
};
