import type { TableSpec } from '#lib/kernel/table.ts';

/**
 * Failed tries at proving who one is, counted by minute. It belongs to no tenant: whoever fails is
 * not known. `who` is `address 203.0.113.9` or `key key_…`.
 */
export const attemptTable: TableSpec = {
  name: 'attempts',
  partition: 'who',
  sort: 'minute',
  ttl: 'expires_at',
};
