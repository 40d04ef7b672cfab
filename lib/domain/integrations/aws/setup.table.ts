import type { TableSpec } from '#lib/kernel/table.ts';

/** Connections of AWS accounts that were begun; each is good for a day. */
export const awsSetupTable: TableSpec = {
  name: 'aws_setups',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'expires_at',
};
