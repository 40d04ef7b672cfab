import type { TableSpec } from '#lib/kernel/table.ts';

/** Compliance rules that people of an organisation wrote. */
export const ownRuleTable: TableSpec = {
  name: 'compliance_rules',
  partition: 'tenant_id',
  sort: '_id',
};
