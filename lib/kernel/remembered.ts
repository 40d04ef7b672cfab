import type { Database } from './database.ts';
import type { TableSpec } from './table.ts';

type Kept = { writes: number; read: Promise<unknown> };

const kept = new WeakMap<object, Map<string, Kept>>();
const most = 1_000;

/**
 * A value read from tables, kept until one of them is written. Only a database that tells its
 * writes, because no other process has any, lets values be kept: otherwise each call reads. `key`
 * names the value among all that are read from this database; nobody may change it.
 */
export const untilWritten = <T>(
  db: Database,
  tables: readonly TableSpec[],
  key: string,
  read: () => Promise<T>,
): Promise<T> => {
  const { writesOf } = db;
  if (!writesOf) return read();
  const values = kept.get(db.documents) ?? new Map<string, Kept>();
  kept.set(db.documents, values);
  const writes = tables.reduce((sum, table) => sum + writesOf(table), 0);
  const known = values.get(key);
  // Counts only grow, so an equal sum means that none of them has grown.
  if (known?.writes === writes) return known.read as Promise<T>;
  if (values.size >= most) values.clear();
  const fresh = read();
  values.set(key, { writes, read: fresh });
  const forget = () => values.get(key)?.read === fresh && values.delete(key);
  fresh.catch(forget);
  return fresh;
};
