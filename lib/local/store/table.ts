import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexSpec, TableSpec } from '#lib/kernel/table.ts';
import { indexValue, keyType, type KeyValue } from './keys.ts';
import { memoize } from './memoize.ts';
import { inTransaction } from '../ledger.ts';
import { attributeOf } from './scope.ts';
import { readItem, type StoredMap } from './value.ts';

/** The column of an item's text; no attribute can have this name. */
export const itemColumn = '"item as JSON"';

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The name of an index in the file, where the indexes of all tables share a namespace. */
export const indexName = (table: TableSpec, index: string): string =>
  quoteName(`${table.name}.${index}`);

type Key = readonly [partition: KeyValue, sort: KeyValue];
type ColumnValue = KeyValue | null;

/** A column in addition to the key, by which SQLite finds items. */
type Column = {
  name: string;
  type: string;
  /** Its value for an item; throws for a value that cannot be indexed. */
  valueOf: (item: StoredMap) => ColumnValue;
};

/** When an item expires (epoch seconds). As in DynamoDB, a value that is no number means never. */
const expiryOf = (item: StoredMap, name: string): number | null => {
  const value = attributeOf(item, name);
  return typeof value === 'number' ? value : null;
};

/** A column for each indexed attribute outside the key, and one for the expiry. */
const columnsOf = (table: TableSpec): Column[] => {
  const found = new Map<string, Column>();
  for (const [index, spec] of Object.entries(table.indexes ?? {})) {
    for (const name of optionalAttributesOf(table, spec)) {
      const type = columnType[keyType(table, name)];
      const valueOf = (item: StoredMap) => indexValue(table, { index, name }, item);
      if (!found.has(name)) found.set(name, { name, type, valueOf });
    }
  }
  const { ttl } = table;
  const expiry = ttl === undefined ? [] : [ttl];
  return [
    ...found.values(),
    ...expiry.map((name) => ({
      name,
      type: columnType.N,
      valueOf: (item: StoredMap) => expiryOf(item, name),
    })),
  ];
};

/** The attributes of an index that an item may lack; it then has no entry in the index. */
export const optionalAttributesOf = (table: TableSpec, { partition, sort }: IndexSpec): string[] =>
  [partition, ...(sort === undefined ? [] : [sort])].filter(
    (name) => name !== table.partition && name !== table.sort,
  );

const columnType = { S: 'TEXT', N: 'REAL' };

const namesIn = (database: DatabaseSync, sql: string): Set<string> =>
  new Set(
    database
      .prepare(sql)
      .all()
      .map(({ name }) => String(name)),
  );

/** Adds a column to a table that has items already, and fills it. */
const addColumn = (database: DatabaseSync, table: string, { name, type, valueOf }: Column) => {
  database.exec(`ALTER TABLE ${table} ADD COLUMN ${quoteName(name)} ${type}`);
  const fill = database.prepare(`UPDATE ${table} SET ${quoteName(name)} = ? WHERE rowid = ?`);
  const rows = database.prepare(`SELECT rowid, ${itemColumn} AS item FROM ${table}`);
  for (const row of rows.iterate()) {
    const value = valueOf(JSON.parse(String(row.item)));
    if (value !== null) fill.run(value, Number(row.rowid));
  }
};

/** Creates what is missing: the table, new columns with their values, and indexes. */
const prepareTable = (database: DatabaseSync, table: TableSpec): void => {
  const name = quoteName(table.name);
  const [partition, sort] = [table.partition, table.sort].map(
    (key) => `${quoteName(key)} ${columnType[keyType(table, key)]} NOT NULL`,
  );
  const key = `${quoteName(table.partition)}, ${quoteName(table.sort)}`;
  const item = `${itemColumn} TEXT NOT NULL`;
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${name} (${partition}, ${sort}, ${item}, PRIMARY KEY (${key}))`,
  );
  const columns = namesIn(database, `PRAGMA table_info(${name})`);
  const added = columnsOf(table).filter((one) => !columns.has(one.name));
  inTransaction(database, () => {
    for (const one of added) addColumn(database, name, one);
  });
  for (const [index, spec] of Object.entries(table.indexes ?? {})) {
    const indexKeys = spec.sort === undefined ? [spec.partition] : [spec.partition, spec.sort];
    const all = [...new Set([...indexKeys, table.partition, table.sort])].map(quoteName);
    const conditions = optionalAttributesOf(table, spec).map(
      (one) => `${quoteName(one)} IS NOT NULL`,
    );
    database.exec(
      `CREATE INDEX IF NOT EXISTS ${indexName(table, index)} ON ${name} (${all.join(', ')})
       ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`,
    );
  }
  if (table.ttl !== undefined) {
    const ttl = quoteName(table.ttl);
    database.exec(
      `CREATE INDEX IF NOT EXISTS ${quoteName(`${table.name} by expiry`)} ON ${name} (${ttl})
       WHERE ${ttl} IS NOT NULL`,
    );
  }
};

/**
 * Removes up to `maxItems` items that expired before a time, the oldest first; returns how many.
 */
const expiryRemover = (database: DatabaseSync, { name, ttl }: TableSpec) => {
  if (ttl === undefined) return () => 0;
  const table = quoteName(name);
  const remove = database.prepare(
    `DELETE FROM ${table} WHERE rowid IN
     (SELECT rowid FROM ${table} WHERE ${quoteName(ttl)} < ? ORDER BY ${quoteName(ttl)} LIMIT ?)`,
  );
  return (before: number, maxItems: number): number => Number(remove.run(before, maxItems).changes);
};

/** The statements on one table's items. Items are passed as text, in their stored form. */
export const tableOf = (database: DatabaseSync, spec: TableSpec) => {
  prepareTable(database, spec);
  const keys = columnsOf(spec);
  const name = quoteName(spec.name);
  const keyCondition = `${quoteName(spec.partition)} = ? AND ${quoteName(spec.sort)} = ?`;
  const columns = [spec.partition, spec.sort, ...keys.map((key) => key.name)].map(quoteName);
  const all = [...columns, itemColumn];
  const placeholders = all.map(() => '?').join(', ');
  const assignments = all.slice(2).map((column) => `${column} = excluded.${column}`);
  const get = database.prepare(`SELECT ${itemColumn} AS item FROM ${name} WHERE ${keyCondition}`);
  const put = database.prepare(
    `INSERT INTO ${name} (${all.join(', ')}) VALUES (${placeholders})
     ON CONFLICT DO UPDATE SET ${assignments.join(', ')}`,
  );
  const remove = database.prepare(`DELETE FROM ${name} WHERE ${keyCondition}`);
  const every = database.prepare(`SELECT ${itemColumn} AS item FROM ${name}`);
  const change = memoize((changed): StatementSync =>
    database.prepare(`UPDATE ${name} SET ${changed}${itemColumn} = ? WHERE ${keyCondition}`),
  );

  /** The values of all or some columns for an item; throws for values that cannot be indexed. */
  const valuesOf = (item: StoredMap, which = keys): ColumnValue[] =>
    which.map(({ valueOf }) => valueOf(item));

  return {
    spec,
    keyNames: [spec.partition, spec.sort] as readonly string[],
    get: (key: Key): string | undefined => {
      const found = get.get(...key);
      return found && String(found.item);
    },
    valuesOf,
    put: (key: Key, values: readonly ColumnValue[], text: string): void => {
      put.run(...key, ...values, text);
    },
    /** Updates an existing item; `changedNames` are the attributes that may differ. */
    change: (key: Key, item: StoredMap, text: string, changedNames: ReadonlySet<string>): void => {
      // Each column named here causes writes to its indexes.
      const changedColumns = keys.filter((one) => changedNames.has(one.name));
      const changed = changedColumns.map((one) => `${quoteName(one.name)} = ?, `).join('');
      change(changed).run(...valuesOf(item, changedColumns), text, ...key);
    },
    remove: (key: Key): void => {
      remove.run(...key);
    },
    /** Removes some items whose `ttl` is before this time (epoch seconds); returns how many. */
    removeExpired: expiryRemover(database, spec),
    /** Every item, in no particular order. */
    items: () => every.all().map(({ item }) => readItem(String(item))),
  };
};

export type Table = ReturnType<typeof tableOf>;
