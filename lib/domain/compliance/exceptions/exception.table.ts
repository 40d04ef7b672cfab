import type { TableSpec } from '#lib/kernel/table.ts';

/** Accepted findings of compliance rules, with the reasons. */
export const exceptionTable: TableSpec = {
  name: 'compliance_exceptions',
  partition: 'tenant_id',
  sort: '_id',
};
