import type { TableSpec } from '#lib/kernel/table.ts';

/** Ids sort by time. The indexes hold keys only, so an outcome recorded later is not in them. */
export const auditTable: TableSpec = {
  name: 'audit_records',
  partition: 'tenant_id',
  sort: '_id',
  indexes: {
    by_user: { partition: 'user_key', sort: '_id', keysOnly: true },
    by_action: { partition: 'action_key', sort: '_id', keysOnly: true },
  },
};
