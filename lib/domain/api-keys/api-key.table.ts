import type { TableSpec } from '#lib/kernel/table.ts';

/** A key's text names its organisation and id, so only the list of one's own needs an index. */
export const apiKeyTable: TableSpec = {
  name: 'api_keys',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { by_owner: { partition: 'owner_key', sort: 'created_at' } },
  ttl: 'gone_at',
};
