import type { TableSpec } from '#lib/kernel/table.ts';

/** The runs that are under way where a bot limits them: one item a bot and value of its key. */
export const runSlotTable: TableSpec = {
  name: 'run_slots',
  partition: 'tenant_id',
  sort: '_id',
  /** All of them, those that were looked through longest ago first. */
  indexes: { held: { partition: 'held', sort: 'reviewed_at', keysOnly: true } },
};
