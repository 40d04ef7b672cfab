import type { TableSpec } from '#lib/kernel/table.ts';

/** The numbers of decided approvals by outcome. */
export const approvalCountTable: TableSpec = {
  name: 'approval_statistics',
  partition: 'tenant_id',
  sort: 'status',
};

export const approvalTable: TableSpec = {
  name: 'approvals',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    /** The pending approvals of an organisation. */
    pending: { partition: 'pending', sort: '_id', keysOnly: true },
    /** The approvals of one node, run after run. */
    by_node: { partition: 'tenant_id', sort: 'node_key', keysOnly: true },
    outbox: { partition: 'outbox', sort: '_id' },
    /** Pending approvals; those of one run are adjacent. */
    open: { partition: 'open', sort: 'place', keysOnly: true },
  },
};
