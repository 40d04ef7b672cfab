import { type Database, putItem, readItems } from '#lib/kernel/database.ts';
import type { Scan } from '../scans/scan.schema.ts';
import type { SnapshotContents } from '../snapshots/snapshot.schema.ts';
import { type InventoryDay, inventoryDay } from './inventory-day.schema.ts';
import { inventoryDayTable } from './inventory-day.table.ts';

/** Days are kept so long, in seconds. */
const kept = 2 * 365 * 86_400;

/** Resources of an organisation day by day. */
export const inventoryDayStore = (db: Database, tenantId: string) => ({
  /** Says what a scan has left; a later one of the same day takes its place. */
  put: async (scan: Scan, { tables }: Pick<SnapshotContents, 'tables'>): Promise<void> => {
    const { integration_id, integration_type, created_at } = scan;
    const day = created_at.slice(0, 10);
    await putItem(db, inventoryDayTable, {
      tenant_id: tenantId,
      _id: `${day}#${integration_id}`,
      day,
      integration_id,
      integration_type,
      resources: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
      gone_at: Math.floor(Date.parse(created_at) / 1000) + kept,
    } satisfies InventoryDay);
  },

  /** Those before a day, back to the oldest one asked for, the latest first; so many a call. */
  async *before(day: string, oldest: string, limit: number): AsyncGenerator<InventoryDay> {
    const between = [`${oldest}#`, `${day}#`] as const;
    const question = { table: inventoryDayTable, partition: tenantId, between, descending: true };
    for await (const item of readItems(db, question, { limit })) yield inventoryDay.parse(item);
  },

  /** Those from one day to another, both included, the oldest first. */
  async between(from: string, to: string): Promise<InventoryDay[]> {
    const found: InventoryDay[] = [];
    const between = [`${from}#`, `${to}#\uffff`] as const;
    const question = { table: inventoryDayTable, partition: tenantId, between };
    for await (const item of readItems(db, question)) found.push(inventoryDay.parse(item));
    return found;
  },
});
