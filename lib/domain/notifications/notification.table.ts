import type { TableSpec } from '#lib/kernel/table.ts';

/** What each user has read of their notifications, one item a user. */
export const notificationReadTable: TableSpec = {
  name: 'notification_reads',
  partition: 'tenant_id',
  sort: 'user_id',
};
