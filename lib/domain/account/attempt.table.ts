import type { TableSpec } from '#lib/kernel/table.ts';

/**
 * Failed authentication tries, counted by minute. The table belongs to no tenant, since the callers
 * are not known. `who` is `address 203.0.113.9` or `key key_…`.
 */
export const attemptTable: TableSpec = {
  name: 'attempts',
  partition: 'who',
  sort: 'minute',
  ttl: 'expires_at',
};
