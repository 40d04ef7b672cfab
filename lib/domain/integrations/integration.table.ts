import type { TableSpec } from '#lib/kernel/table.ts';

export const integrationTable: TableSpec = {
  name: 'integrations',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** Integrations that are tested daily, the next test first. */
    retest: { partition: 'retest', sort: 'retest_at', keysOnly: true },
    /** Integrations whose daily tests fail. */
    failed: { partition: 'tenant_id', sort: 'failed_at', keysOnly: true },
    /** By name, for the search: keys only, so that listing names reads little data. */
    names: { partition: 'tenant_id', sort: 'alias', keysOnly: true },
  },
};
