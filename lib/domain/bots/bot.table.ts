import type { TableSpec } from '#lib/kernel/table.ts';

export const botTable: TableSpec = {
  name: 'bots',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** Keys only: bots are then read from the table, so a deleted bot is not started. */
    by_trigger: { partition: 'trigger_key', sort: '_id', keysOnly: true },
    scheduled: { partition: 'cron_key', sort: '_id', keysOnly: true },
    /** By name, for the search; keys only, so that it can be read as a list of names. */
    names: { partition: 'tenant_id', sort: 'name', keysOnly: true },
  },
};

export const botVersionTable: TableSpec = {
  name: 'bot_versions',
  partition: 'bot_key',
  sort: 'version',
  sortType: 'N',
  indexes: {
    /** One version of each bot that was deleted or is not created yet. */
    unowned: { partition: 'unowned', sort: 'unowned_at', keysOnly: true },
  },
};
