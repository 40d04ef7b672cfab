import type { DatabaseSync } from 'node:sqlite';
import type { Action, CallInputs, CallOutputs, Item } from '#lib/kernel/documents.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { type Condition, parseCondition } from './condition.ts';
import { keyInItem, keyOf } from './keys.ts';
import { queries, readerOf } from './query.ts';
import { conditionFailed, invalid, noSuchTable } from './refusal.ts';
import { Scope } from './scope.ts';
import { type Table, tableOf } from './table.ts';
import { applyUpdate, assertKeysUnchanged, attributesSet, parseUpdate, pathsOf } from './update.ts';
import { readItem, type StoredMap, toStoredMap, writeItem } from './value.ts';

const maxKeys = 100;
/** Characters of one result of a batch read. */
const maxBatchLength = 16 * 1024 * 1024;

const itemOf = (text: string | undefined): StoredMap | undefined =>
  text === undefined ? undefined : JSON.parse(text);

const conditionOf = ({
  ConditionExpression: text,
}: {
  ConditionExpression?: string | undefined;
}) => (text === undefined ? undefined : parseCondition(text));

const assertCondition = (condition: Condition | undefined, item: StoredMap, scope: Scope): void => {
  if (condition && !condition.holds(item, scope)) throw conditionFailed();
};

const put = (table: Table, input: CallInputs['Put']): CallOutputs['Put'] => {
  const item = toStoredMap(input.Item);
  const text = writeItem(item, 'Item size has exceeded the maximum allowed size');
  const scope = new Scope(input);
  const condition = conditionOf(input);
  scope.checkUse(condition);
  const key = keyInItem(table.spec, item);
  const values = table.valuesOf(item);
  if (condition) assertCondition(condition, itemOf(table.get(key)) ?? {}, scope);
  table.put(key, values, text);
  return {};
};

const update = (table: Table, input: CallInputs['Update']): CallOutputs['Update'] => {
  const scope = new Scope(input);
  const changes = parseUpdate(input.UpdateExpression);
  const condition = conditionOf(input);
  const paths = pathsOf(changes, scope);
  scope.checkUse(changes, condition);
  const key = keyOf(table.spec, input.Key);
  assertKeysUnchanged(paths, table.keyNames);
  table.valuesOf(attributesSet(changes, scope));
  const previous = itemOf(table.get(key));
  assertCondition(condition, previous ?? {}, scope);
  const item = previous ?? toStoredMap(input.Key);
  applyUpdate(item, changes, paths, scope);
  const text = writeItem(item, 'Item size to update has exceeded the maximum allowed size');
  if (previous) table.change(key, item, text, new Set(paths.map(([name]) => name)));
  else table.put(key, table.valuesOf(item), text);
  return {};
};

const remove = (table: Table, input: CallInputs['Delete']): CallOutputs['Delete'] => {
  const scope = new Scope(input);
  const condition = conditionOf(input);
  scope.checkUse(condition);
  const key = keyOf(table.spec, input.Key);
  if (condition) assertCondition(condition, itemOf(table.get(key)) ?? {}, scope);
  table.remove(key);
  return {};
};

const get = (table: Table, { Key }: CallInputs['Get']): CallOutputs['Get'] => {
  const text = table.get(keyOf(table.spec, Key));
  return text === undefined ? {} : { Item: readItem(text) };
};

type KeysAsked = CallInputs['BatchGet']['RequestItems'][string];

/** The items for some keys, as far as `maxLength` allows; the remaining keys are returned. */
const getMany = (table: Table, request: KeysAsked, maxLength: number) => {
  const scope = new Scope(request);
  const { projection, read } = readerOf(request.ProjectionExpression, scope);
  scope.checkUse(projection);
  const keyTexts = request.Keys.map((key) => JSON.stringify(Object.entries(key).sort()));
  if (new Set(keyTexts).size < keyTexts.length) {
    throw invalid('Provided list of item keys contains duplicates');
  }
  const keys = request.Keys.map((key) => keyOf(table.spec, key));
  const items: Item[] = [];
  const remainingKeys: Item[] = [];
  let length = 0;
  keys.forEach((key, at) => {
    if (length > maxLength) {
      remainingKeys.push(request.Keys[at] ?? {});
      return;
    }
    const text = table.get(key);
    if (text === undefined) return;
    length += text.length;
    items.push(read(readItem(text)));
  });
  return { items, left: remainingKeys, length };
};

/**
 * The subset of DynamoDB in use, over the tables of one SQLite file. Each call is carried out at
 * once; the caller must respond only after the commit.
 */
export const openStore = (database: DatabaseSync, specs: readonly TableSpec[]) => {
  const tables = new Map(specs.map((spec) => [spec.name, tableOf(database, spec)]));
  const query = queries(database);

  const tableNamed = (name: string): Table => {
    const table = tables.get(name);
    if (!table) throw noSuchTable();
    return table;
  };

  const batchGet = ({ RequestItems }: CallInputs['BatchGet']): CallOutputs['BatchGet'] => {
    const requests = Object.entries(RequestItems);
    if (requests.reduce((count, [, { Keys }]) => count + Keys.length, 0) > maxKeys) {
      throw invalid('Too many items requested for the BatchGetItem call');
    }
    let remainingLength = maxBatchLength;
    const found = requests.map(([name, keys]) => {
      const { length, ...result } = getMany(tableNamed(name), keys, remainingLength);
      remainingLength -= length;
      return { name, ...result };
    });
    const unfinished = found.filter((one) => one.left.length > 0);
    return {
      Responses: Object.fromEntries(found.map(({ name, items }) => [name, items])),
      UnprocessedKeys: Object.fromEntries(unfinished.map((one) => [one.name, { Keys: one.left }])),
    };
  };

  const actions: { [A in Action]: (input: CallInputs[A]) => CallOutputs[A] } = {
    Get: (input) => get(tableNamed(input.TableName), input),
    Put: (input) => put(tableNamed(input.TableName), input),
    Update: (input) => update(tableNamed(input.TableName), input),
    Delete: (input) => remove(tableNamed(input.TableName), input),
    Query: (input) => query(tableNamed(input.TableName), input),
    BatchGet: batchGet,
  };

  return {
    call: <A extends Action>(action: A, input: CallInputs[A]): CallOutputs[A] =>
      actions[action](input),
    /** Every item of a table, in no particular order; for maintenance that reads everything. */
    itemsOf: (table: string): Item[] => tableNamed(table).items(),
    /** Removes up to `maxItems` items of a table that expired before a moment (epoch seconds). */
    removeExpired: (table: string, before: number, maxItems: number): number =>
      tableNamed(table).removeExpired(before, maxItems),
  };
};
