import type { Database } from './database.ts';
import type { TableSpec } from './table.ts';

type Kept = { writes: number; read: Promise<unknown> };

const kept = new WeakMap<object, Map<string, Kept>>();
const most = 1_000;

/** What is kept, where it was read after as many writes; else it is read, and kept. */
const remember = <T>(
  db: Database,
  { key, writes }: { key: string; writes: number },
  read: () => Promise<T>,
): Promise<T> => {
  const values = kept.get(db.documents) ?? new Map<string, Kept>();
  kept.set(db.documents, values);
  const known = values.get(key);
  if (known?.writes === writes) return known.read as Promise<T>;
  if (values.size >= most) values.clear();
  const fresh = read();
  values.set(key, { writes, read: fresh });
  const drop = () => values.get(key)?.read === fresh && values.delete(key);
  fresh.catch(drop);
  return fresh;
};

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
  // Counts only grow, so an equal sum means that none of them has grown.
  const writes = tables.reduce((sum, table) => sum + writesOf(table), 0);
  return remember(db, { key, writes }, read);
};
