import type { TableSpec } from '#lib/kernel/table.ts';

/** Delivery ids seen in the last 24 hours, and the event that each became. */
export const deliveryTable: TableSpec = {
  name: 'deliveries',
  partition: 'listener_key',
  sort: 'delivery_id',
  ttl: 'expires_at',
};
