import type { TableSpec } from '#lib/kernel/table.ts';

export const chatThreadTable: TableSpec = {
  name: 'chat_threads',
  partition: 'tenant_id',
  sort: '_id',
  // The agents of one run, in the order in which they began.
  indexes: { by_run: { partition: 'run_key', sort: 'created_at' } },
};

/** What was said in a thread: one item an entry. */
export const chatMessageTable: TableSpec = {
  name: 'chat_messages',
  partition: 'thread_key',
  sort: 'sequence',
  sortType: 'N',
};
