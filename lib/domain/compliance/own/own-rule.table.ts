import type { TableSpec } from '#lib/kernel/table.ts';

/** Compliance rules that users of an organisation wrote. */
export const ownRuleTable: TableSpec = {
  name: 'compliance_rules',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** By name, for the search: keys only, so that listing names reads little data. */
    names: { partition: 'tenant_id', sort: 'title', keysOnly: true },
  },
};
