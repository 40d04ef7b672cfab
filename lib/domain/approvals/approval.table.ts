import type { TableSpec } from '#lib/kernel/table.ts';

/** Decided approvals, counted by what became of them. */
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
    /** What an organisation's people have still to decide. */
    pending: { partition: 'pending', sort: '_id', keysOnly: true },
    /** What one node has asked, run after run. */
    by_node: { partition: 'tenant_id', sort: 'node_key', keysOnly: true },
    outbox: { partition: 'outbox', sort: '_id' },
    /** Pending ones, those of one run side by side. */
    open: { partition: 'open', sort: 'place', keysOnly: true },
  },
};
