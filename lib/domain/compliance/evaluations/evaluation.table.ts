import type { TableSpec } from '#lib/kernel/table.ts';

/** What the compliance rules came to, by integration and scan. */
export const evaluationTable: TableSpec = {
  name: 'compliance_summaries',
  partition: 'tenant_id',
  sort: '_id',
};

/** What they came to each day: the history that charts show. */
export const complianceDayTable: TableSpec = {
  name: 'compliance_history',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'gone_at',
};
