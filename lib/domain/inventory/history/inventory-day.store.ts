import { type Database, putItem, readItems } from '#lib/kernel/database.ts';
import type { Scan } from '../scans/scan.schema.ts';
import type { SnapshotContents } from '../snapshots/snapshot.schema.ts';
import { type InventoryDay, inventoryDay } from './inventory-day.schema.ts';
import { inventoryDayTable } from './inventory-day.table.ts';

/** How long days are kept (seconds). */
const retentionSeconds = 2 * 365 * 86_400;

/** The daily numbers of resources of an organisation. */
export const inventoryDayStore = (db: Database, tenantId: string) => ({
  /** Stores the numbers after a scan; a later scan of the same day replaces them. */
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
      gone_at: Math.floor(Date.parse(created_at) / 1000) + retentionSeconds,
    } satisfies InventoryDay);
  },

  /** The entries before `day`, back to `oldest`, latest first; `limit` is the size of a read. */
  async *before(day: string, oldest: string, limit: number): AsyncGenerator<InventoryDay> {
    const between = [`${oldest}#`, `${day}#`] as const;
    const question = { table: inventoryDayTable, partition: tenantId, between, descending: true };
    for await (const item of readItems(db, question, { limit })) yield inventoryDay.parse(item);
  },

  /** The entries from one day to another, both inclusive, oldest first. */
  async between(from: string, to: string): Promise<InventoryDay[]> {
    const found: InventoryDay[] = [];
    const between = [`${from}#`, `${to}#\uffff`] as const;
    const question = { table: inventoryDayTable, partition: tenantId, between };
    for await (const item of readItems(db, question)) found.push(inventoryDay.parse(item));
    return found;
  },
});
