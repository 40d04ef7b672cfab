import type { Database } from './database.ts';
import type { TableSpec } from './table.ts';

type CachedRead = { writeCount: number; value: Promise<unknown> };

const cachedReads = new WeakMap<object, Map<string, CachedRead>>();
const maxCachedReads = 1_000;

/** Returns the kept value if nothing was written since it was read; else reads and keeps it. */
const readThroughCache = <T>(
  db: Database,
  { key, writeCount }: { key: string; writeCount: number },
  read: () => Promise<T>,
): Promise<T> => {
  const values = cachedReads.get(db.documents) ?? new Map<string, CachedRead>();
  cachedReads.set(db.documents, values);
  const cached = values.get(key);
  if (cached?.writeCount === writeCount) return cached.value as Promise<T>;
  if (values.size >= maxCachedReads) values.clear();
  const pending = read();
  values.set(key, { writeCount, value: pending });
  const drop = () => values.get(key)?.value === pending && values.delete(key);
  pending.catch(drop);
  return pending;
};

/**
 * Keeps a value that was read from tables until one of them is written. Only works with a database
 * that counts its writes because no other process writes; otherwise each call reads. `key` is
 * unique among all values read from this database. Callers must not modify the value.
 */
export const cacheUntilWritten = <T>(
  db: Database,
  tables: readonly TableSpec[],
  key: string,
  read: () => Promise<T>,
): Promise<T> => {
  const { writesOf } = db;
  if (!writesOf) return read();
  // Counts never decrease, so an equal sum means that none of them has changed.
  const writeCount = tables.reduce((sum, table) => sum + writesOf(table), 0);
  return readThroughCache(db, { key, writeCount }, read);
};
