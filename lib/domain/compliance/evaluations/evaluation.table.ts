import type { TableSpec } from '#lib/kernel/table.ts';

/** The results of the compliance rules, by integration and scan. */
export const evaluationTable: TableSpec = {
  name: 'compliance_summaries',
  partition: 'tenant_id',
  sort: '_id',
};

/** The results of each day: the history that charts show. */
export const complianceDayTable: TableSpec = {
  name: 'compliance_history',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'gone_at',
};
