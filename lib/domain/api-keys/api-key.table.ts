import type { TableSpec } from '#lib/kernel/table.ts';

/** A key's text names its organisation and id, so no index over keys is needed. */
export const apiKeyTable: TableSpec = {
  name: 'api_keys',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'expires_at',
};
