import type { TableSpec } from '#lib/kernel/table.ts';

/** Setups of AWS accounts; each is valid for one day. */
export const awsSetupTable: TableSpec = {
  name: 'aws_setups',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'expires_at',
};
