import type { TableSpec } from '#lib/kernel/table.ts';

export const agentTable: TableSpec = {
  name: 'agents',
  partition: 'tenant_id',
  sort: '_id',
  indexes: { by_integration: { partition: 'integration_key', sort: 'created_at' } },
};
