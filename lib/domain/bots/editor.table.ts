import type { TableSpec } from '#lib/kernel/table.ts';

/** Users who have a bot open for editing: one item per user and window while they report it. */
export const botEditorTable: TableSpec = {
  name: 'bot_editors',
  partition: 'bot_key',
  sort: '_id',
  ttl: 'expires_at',
};
