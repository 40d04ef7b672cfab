import type { TableSpec } from '#lib/kernel/table.ts';

/** Custom roles of organisations; predefined ones are part of the product. */
export const roleTable: TableSpec = { name: 'roles', partition: 'tenant_id', sort: '_id' };
