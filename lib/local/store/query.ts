import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CallInputs, CallOutputs, Item } from '#lib/kernel/documents.ts';
import type { IndexSpec } from '#lib/kernel/table.ts';
import {
  type Bound,
  type KeyCondition,
  parseKeyCondition,
  parseProjection,
} from './key-condition.ts';
import { emptyKeyMessage, keyType, type KeyValue, keyValue } from './keys.ts';
import { invalid, invalidValue } from './refusal.ts';
import { memoize } from './memoize.ts';
import { Scope } from './scope.ts';
import { indexName, itemColumn, optionalAttributesOf, quoteName, type Table } from './table.ts';
import { readItem, toStored } from './value.ts';

/** Characters of one result page, which ends with the item that reaches this length. */
const maxPageLength = 1024 * 1024;

/** The item with only those of these attributes that it has. */
export const pick = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name]]] : [])),
  );

/** Reads the attributes that a projection names, or all if there is none. */
export const readerOf = (expression: string | undefined, scope: Scope) => {
  const projection = expression === undefined ? undefined : parseProjection(expression);
  const names = projection?.attributes.map((name) => scope.name(name));
  return { projection, read: (item: Item): Item => (names ? pick(item, names) : item) };
};

type Range = { partition: KeyValue; bounds: { operator: string; value: KeyValue }[] };

const boundValue = (table: Table, name: string, { value }: Bound, scope: Scope): KeyValue => {
  const found = keyValue(scope.value(value), keyType(table.spec, name));
  if (found === '') throw invalidValue(emptyKeyMessage(name));
  if (found !== undefined) return found;
  throw invalidValue('Condition parameter type does not match schema type');
};

/** Compares keys; texts by their UTF-8 bytes, as in SQLite. */
const compareKeys = (a: KeyValue, b: KeyValue): number =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b);

/** The bounds that a query's condition sets on its keys. */
const rangeOf = (table: Table, keys: IndexSpec, condition: KeyCondition, scope: Scope): Range => {
  const found = new Map(condition.keyBounds.map(({ name, bounds }) => [scope.name(name), bounds]));
  const [first, ...moreBounds] = found.get(keys.partition) ?? [];
  const sortBounds = keys.sort === undefined ? undefined : found.get(keys.sort);
  if (first?.operator !== '=' || moreBounds.length > 0 || found.size !== (sortBounds ? 2 : 1)) {
    throw invalid('Query key condition not supported');
  }
  const bounds = (sortBounds ?? []).map((bound) => ({
    operator: bound.operator,
    value: boundValue(table, keys.sort ?? '', bound, scope),
  }));
  const [low, high] = bounds;
  if (low && high && compareKeys(low.value, high.value) > 0) {
    throw invalid(
      'The BETWEEN operator requires upper bound to be greater than or equal to lower bound',
    );
  }
  return { partition: boundValue(table, keys.partition, first, scope), bounds };
};

/** The sort columns after the partition; they give every item a unique position. */
const orderOf = (table: Table, { partition, sort }: IndexSpec): string[] =>
  [...new Set([...(sort === undefined ? [] : [sort]), ...table.keyNames])].filter(
    (name) => name !== partition,
  );

const startValues = (
  table: Table,
  { keys, names, start }: { keys: IndexSpec; names: readonly string[]; start: Item },
): KeyValue[] => {
  const all = [keys.partition, ...names];
  const values = all.map((name) => {
    const input = start[name];
    const stored = input === undefined ? undefined : toStored(input);
    return keyValue(stored, keyType(table.spec, name));
  });
  if (Object.keys(start).length !== all.length || values.includes(undefined)) {
    throw invalid('The provided starting key is invalid');
  }
  return values.slice(1) as KeyValue[];
};

type RangeQuery = {
  table: Table;
  index?: string | undefined;
  keys: IndexSpec;
  names: readonly string[];
  operators: readonly string[];
  isDescending: boolean;
  isContinued: boolean;
};

/** The SQL statement that reads a range; `names` are the columns it is sorted by. */
const rangeSql = (shape: RangeQuery): string => {
  const { table, index, keys, names, operators, isDescending, isContinued } = shape;
  const sort = keys.sort === undefined ? undefined : quoteName(keys.sort);
  const columns = [...new Set([keys.partition, ...names])].map(quoteName);
  const orderColumns = names.map(quoteName);
  const optionalNames = index === undefined ? [] : optionalAttributesOf(table.spec, keys);
  const placeholders = orderColumns.map(() => '?').join();
  const conditions = [
    `${quoteName(keys.partition)} = ?`,
    ...operators.map((operator) => `${sort} ${operator} ?`),
    ...optionalNames.map((name) => `${quoteName(name)} IS NOT NULL`),
    ...(isContinued
      ? [`(${orderColumns.join(', ')}) ${isDescending ? '<' : '>'} (${placeholders})`]
      : []),
  ];
  const indexClause = index === undefined ? '' : `INDEXED BY ${indexName(table.spec, index)}`;
  const direction = isDescending ? 'DESC' : 'ASC';
  return `SELECT ${keys.keysOnly ? columns.join(', ') : `${itemColumn} AS item`}
    FROM ${quoteName(table.spec.name)} ${indexClause} WHERE ${conditions.join(' AND ')}
    ORDER BY ${orderColumns.map((name) => `${name} ${direction}`).join(', ')} LIMIT ?`;
};

const keysOfIndex = ({ spec }: Table, index: string | undefined): IndexSpec => {
  const keys = index === undefined ? spec : spec.indexes?.[index];
  if (keys) return keys;
  throw invalid(`The table does not have the specified index: ${index}`);
};

const lengthOf = (row: object): number => {
  let length = 0;
  for (const value of Object.values(row)) {
    length += typeof value === 'string' ? value.length : String(value).length;
  }
  return length;
};

/** Reads rows until a page is full; returns the items and whether there may be more. */
const readPage = (
  rows: Iterable<Record<string, unknown>>,
  hasFullItems: boolean,
  limit: number,
) => {
  const items: Item[] = [];
  let length = 0;
  for (const row of rows) {
    if (hasFullItems) {
      const text = String(row.item);
      items.push(readItem(text));
      length += text.length;
    } else {
      items.push({ ...row });
      length += lengthOf(row);
    }
    if (items.length === limit || length >= maxPageLength) return { items, isFull: true };
  }
  return { items, isFull: false };
};

/** Runs queries on the tables of one database file. */
export const queries = (database: DatabaseSync) => {
  const statement = memoize((sql): StatementSync => database.prepare(sql));

  return (table: Table, input: CallInputs['Query']): CallOutputs['Query'] => {
    const keys = keysOfIndex(table, input.IndexName);
    if (input.IndexName !== undefined && input.ConsistentRead) {
      throw invalid('Consistent reads are not supported on global secondary indexes');
    }
    const scope = new Scope(input);
    const condition = parseKeyCondition(input.KeyConditionExpression);
    const { projection, read } = readerOf(input.ProjectionExpression, scope);
    scope.checkUse(condition, projection);
    const range = rangeOf(table, keys, condition, scope);
    const names = orderOf(table, keys);
    const start = input.ExclusiveStartKey;
    const sql = rangeSql({
      table,
      index: input.IndexName,
      keys,
      names,
      operators: range.bounds.map(({ operator }) => operator),
      isDescending: input.ScanIndexForward === false,
      isContinued: start !== undefined,
    });
    const limit = input.Limit ?? -1;
    const rows = statement(sql).iterate(
      range.partition,
      ...range.bounds.map(({ value }) => value),
      ...(start ? startValues(table, { keys, names, start }) : []),
      limit,
    );
    const page = readPage(rows, !keys.keysOnly, limit);
    const last = page.isFull ? page.items.at(-1) : undefined;
    return {
      Items: page.items.map(read),
      ...(last && { LastEvaluatedKey: pick(last, [keys.partition, ...names]) }),
    };
  };
};
