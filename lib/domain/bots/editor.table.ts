import type { TableSpec } from '#lib/kernel/table.ts';

/** Who has a bot open to change it: one item a person and window, for as long as they say so. */
export const botEditorTable: TableSpec = {
  name: 'bot_editors',
  partition: 'bot_key',
  sort: '_id',
  ttl: 'expires_at',
};
