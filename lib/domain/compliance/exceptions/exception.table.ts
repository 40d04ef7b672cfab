import type { TableSpec } from '#lib/kernel/table.ts';

/** Findings of compliance rules that are accepted, and why. */
export const exceptionTable: TableSpec = {
  name: 'compliance_exceptions',
  partition: 'tenant_id',
  sort: '_id',
};
