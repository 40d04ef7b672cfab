import type { TableSpec } from '#lib/kernel/table.ts';

export const userTable: TableSpec = { name: 'users', partition: 'tenant_id', sort: '_id' };
