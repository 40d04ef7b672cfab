import type { TableSpec } from '#lib/kernel/table.ts';

export const integrationTable: TableSpec = {
  name: 'integrations',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** Those that are tested each day, the next ones first. */
    retest: { partition: 'retest', sort: 'retest_at', keysOnly: true },
    /** Those that a daily test found failing. */
    failed: { partition: 'tenant_id', sort: 'failed_at', keysOnly: true },
    /** By name, for the search: keys only, so that it is read as a list of names. */
    names: { partition: 'tenant_id', sort: 'alias', keysOnly: true },
  },
};
