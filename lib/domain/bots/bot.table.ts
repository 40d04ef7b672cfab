import type { TableSpec } from '#lib/kernel/table.ts';

export const botTable: TableSpec = {
  name: 'bots',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    by_listener: { partition: 'listener_key', sort: '_id' },
    scheduled: { partition: 'cron_key', sort: '_id', keysOnly: true },
  },
};

export const botVersionTable: TableSpec = {
  name: 'bot_versions',
  partition: 'bot_key',
  sort: 'version',
  sortType: 'N',
};
