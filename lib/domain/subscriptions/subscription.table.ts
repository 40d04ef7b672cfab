import type { TableSpec } from '#lib/kernel/table.ts';

export const subscriptionTable: TableSpec = {
  name: 'subscriptions',
  partition: 'tenant_id',
  sort: '_id',
};
