import type { TableSpec } from '#lib/kernel/table.ts';

/** Jobs of agents: those that are open, by integration, and those that somebody has to look at. */
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

/** Nonces of the calls of agents, as long as a call that holds one could count. */
export const agentNonceTable: TableSpec = {
  name: 'agent_nonces',
  partition: 'tenant_id',
  sort: '_id',
  ttl: 'gone_at',
};
