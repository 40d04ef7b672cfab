import type { TableSpec } from '#lib/kernel/table.ts';

/** Jobs of agents, indexed by integration while open, and by time while due for review. */
export const agentJobTable: TableSpec = {
  name: 'agent_jobs',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    open: { partition: 'open_key', sort: '_id' },
    due: { partition: 'due', sort: 'due_at', keysOnly: true },
  },
  ttl: 'gone_at',
};

/** Nonces of agents' calls, kept for as long as a replayed call could be accepted. */
export const agentNonceTable: TableSpec = {
  name: 'agent_nonces',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'gone_at',
};
