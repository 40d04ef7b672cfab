import type { TableSpec } from '#lib/kernel/table.ts';

/** The runs that are under way where a bot limits them: one item a bot and value of its key. */
export const runSlotTable: TableSpec = { name: 'run_slots', partition: 'tenant_id', sort: '_id' };
