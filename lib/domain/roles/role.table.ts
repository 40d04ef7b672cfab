import type { TableSpec } from '#lib/kernel/table.ts';

/** The roles that organisations made; predefined ones are part of the product. */
export const roleTable: TableSpec = { name: 'roles', partition: 'tenant_id', sort: '_id' };
