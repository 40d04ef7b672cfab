import type { TableSpec } from '#lib/kernel/table.ts';

/** What each person has read of their notifications, one item a person. */
export const notificationReadTable: TableSpec = {
  name: 'notification_reads',
  partition: 'tenant_id',
  sort: 'user_id',
};
