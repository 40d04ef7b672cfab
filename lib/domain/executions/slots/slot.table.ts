import type { TableSpec } from '#lib/kernel/table.ts';

/** Running runs of bots with a concurrency limit: one item per bot and value of its key. */
export const runSlotTable: TableSpec = {
  name: 'run_slots',
  partition: 'tenant_id',
  sort: '_id',
  /** All slots, those that were reviewed longest ago first. */
  indexes: { held: { partition: 'held', sort: 'reviewed_at', keysOnly: true } },
};
