import type { TableSpec } from '#lib/kernel/table.ts';

/** A key's text holds its organisation and id: only listing one's own keys needs an index. */
export const apiKeyTable: TableSpec = {
  name: 'api_keys',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { by_owner: { partition: 'owner_key', sort: 'created_at' } },
  ttl: 'gone_at',
};
