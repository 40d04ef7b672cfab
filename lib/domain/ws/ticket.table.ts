import type { TableSpec } from '#lib/kernel/table.ts';

/** One-time tickets of 60 seconds that open a WebSocket. */
export const ticketTable: TableSpec = {
  name: 'ws_tickets',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'expires_at',
};

/**
 * Open WebSocket connections, since API Gateway provides no list of them; entries expire with the
 * 2-hour life of a socket.
 */
export const connectionTable: TableSpec = {
  name: 'ws_connections',
  partition: 'tenant_id',
  sort: '_id',
  /** The connections of all organisations, to close those that may no longer listen. */
  indexes: { open: { partition: 'open', sort: '_id' } },
  ttl: 'expires_at',
};
