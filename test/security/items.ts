import type { Item } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import type { LocalDatabase } from '#lib/local/database.ts';
import { tables } from '#lib/tables.ts';
import { isPerTenant } from '#lib/tenancy.ts';

export type StoredItem = { table: TableSpec; item: Item };

/** Every item of every table. */
export const listAllItems = async (db: LocalDatabase): Promise<StoredItem[]> => {
  const found: StoredItem[] = [];
  for (const table of tables) {
    found.push(...(await db.itemsOf(table)).map((item) => ({ table, item })));
  }
  return found;
};

const isKeyOf = (value: unknown, tenantId: string): boolean =>
  value === tenantId || String(value).startsWith(`${tenantId}#`);

/** Whether an item lies in a partition of this organisation. */
export const isOwnedBy =
  (tenantId: string) =>
  ({ table, item }: StoredItem): boolean =>
    isPerTenant(table) && isKeyOf(item[table.partition], tenantId);

/** Keys of the item that should begin with its organisation's id, but do not. */
export const strayKeys = ({ table, item }: StoredItem): string[] => {
  if (!isPerTenant(table)) return [];
  const [tenantId = ''] = String(item[table.partition]).split('#');
  const partitions = Object.entries(table.indexes ?? {}).flatMap(([index, { partition }]) =>
    isPerTenant(table, index) ? [partition] : [],
  );
  const stray = partitions.filter((name) => {
    const value = item[name];
    return value !== undefined && !isKeyOf(value, tenantId);
  });
  const isTenant = /^org_[0-9a-f]{32}$/.test(tenantId);
  return [...stray, ...(isTenant ? [] : [table.partition])].map((name) => `${table.name} ${name}`);
};
