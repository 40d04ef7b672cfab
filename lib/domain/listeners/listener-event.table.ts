import type { TableSpec } from '#lib/kernel/table.ts';

export const listenerEventTable: TableSpec = {
  name: 'listener_events',
  partition: 'listener_key',
  sort: '_id',
  indexes: {
    outbox: { partition: 'outbox', sort: '_id', keysOnly: true },
    parked: { partition: 'parked_key', sort: '_id', keysOnly: true },
  },
  ttl: 'expires_at',
};
