import type { TableSpec } from '#lib/kernel/table.ts';

export const chatThreadTable: TableSpec = {
  name: 'chat_threads',
  partition: 'tenant_id',
  sort: '_id',
  // The threads of one run in the order of their creation.
  indexes: { by_run: { partition: 'run_key', sort: 'created_at' } },
};

/** The entries of threads, one item each. */
export const chatMessageTable: TableSpec = {
  name: 'chat_messages',
  partition: 'thread_key',
  sort: 'sequence',
  sortType: 'N',
};
