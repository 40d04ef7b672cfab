import type { CallInputs, Documents, Item } from './documents.ts';
import { mergeInOrder } from './merge.ts';
import {
  asQuestions,
  boundsOf,
  keysOf,
  type Position,
  positionOf,
  projection,
  type Questions,
  startKey,
} from './question.ts';
import type { ReadKey } from './read-key.ts';
import type { TableSpec } from './table.ts';
import { type Amounts, updateExpression } from './update.ts';

/** DynamoDB as the stores see it: its calls, and the physical name of each listed table. */
export type Database = {
  documents: Documents;
  nameOf(table: TableSpec): string;
  /** The key that signs the cursors of lists. */
  cursorKey: ReadKey;
  /** How often a table was written; absent if other processes also write to it. */
  writesOf?(table: TableSpec): number;
};

export type { Item };

/** A condition of a write: an expression over `#names` and `:values`. */
export type Condition = { text: string; names?: Record<string, string>; values?: Item };

const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** Runs a conditional write: false if the condition did not hold; any other error is thrown. */
const runConditionalWrite = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
};

const conditionFields = (condition?: Condition) =>
  condition && {
    ConditionExpression: condition.text,
    ExpressionAttributeNames: condition.names,
    ExpressionAttributeValues: condition.values,
  };

export const getItem = async (
  db: Database,
  table: TableSpec,
  key: Item,
): Promise<Item | undefined> => {
  const input = { TableName: db.nameOf(table), Key: key, ConsistentRead: true };
  return (await db.documents.send({ action: 'Get', input })).Item;
};

/** Writes the item. With a condition, false means that it did not hold and nothing was written. */
export const putItem = (
  db: Database,
  table: TableSpec,
  item: Item,
  condition?: Condition,
): Promise<boolean> =>
  runConditionalWrite(
    db.documents.send({
      action: 'Put',
      input: { TableName: db.nameOf(table), Item: item, ...conditionFields(condition) },
    }),
  );

/** Writes the item unless one with its key exists; false if it does. */
export const putNewItem = (db: Database, table: TableSpec, item: Item): Promise<boolean> =>
  putItem(db, table, item, {
    text: 'attribute_not_exists(#sort)',
    names: { '#sort': table.sort },
  });

/** Deletes the item; false if there is none, or the condition does not hold. */
export const deleteItem = (
  db: Database,
  table: TableSpec,
  key: Item,
  condition: Condition = { text: 'attribute_exists(#sort)', names: { '#sort': table.sort } },
): Promise<boolean> =>
  runConditionalWrite(
    db.documents.send({
      action: 'Delete',
      input: { TableName: db.nameOf(table), Key: key, ...conditionFields(condition) },
    }),
  );

/** An attribute to set, by its path (`results.n1` is `['results', 'n1']`); undefined removes it. */
export type Setting = readonly [path: readonly string[], value: unknown];

/** Sets each field of an item; undefined removes it. */
export const asSettings = (fields: Item): Setting[] =>
  Object.entries(fields).map(([name, value]) => [[name], value]);

const update = (
  db: Database,
  table: TableSpec,
  key: Item,
  fields: ReturnType<typeof updateExpression>,
): Promise<boolean> =>
  runConditionalWrite(
    db.documents.send({
      action: 'Update',
      input: { TableName: db.nameOf(table), Key: key, ...fields },
    }),
  );

/** Changes attributes of an item under a condition; false means that nothing was written. */
export const updateItem = (
  db: Database,
  table: TableSpec,
  key: Item,
  settings: readonly Setting[],
  condition: Condition,
): Promise<boolean> => update(db, table, key, updateExpression(settings, condition));

/** Removes a mark (an attribute) from an item; false if the item does not have it. */
export const removeMark = (
  db: Database,
  table: TableSpec,
  key: Item,
  mark: string,
): Promise<boolean> =>
  updateItem(db, table, key, [[[mark], undefined]], {
    text: 'attribute_exists(#m)',
    names: { '#m': mark },
  });

/**
 * Adds amounts to numbers of an item, each from 0 if it is missing; the item is created if there is
 * none. Other attributes can be set in the same write. False if the condition did not hold and
 * nothing was written. A write that is retried after its response was lost adds twice, unless the
 * condition prevents it.
 */
export const addAmounts = (
  db: Database,
  table: TableSpec,
  key: Item,
  amounts: Amounts,
  options: { settings?: readonly Setting[]; condition?: Condition } = {},
): Promise<boolean> =>
  update(db, table, key, updateExpression(options.settings ?? [], options.condition, amounts));

export type Question = {
  table: TableSpec;
  index?: string;
  partition: string;
  /** The prefix of the sort keys; the order is that of the text after it. */
  prefix?: string;
  /** Newest first. */
  descending?: boolean;
  /** Bounds of the sort key after its prefix, both inclusive; `from` may be empty. */
  between?: readonly [from: string, to: string];
  /** The attributes to read besides keys; by default all of them. */
  attributes?: readonly string[];
};

const queryInput = (db: Database, question: Question): CallInputs['Query'] => {
  const { partition, sort, keysOnly } = keysOf(question);
  const bounds = sort === undefined ? undefined : boundsOf(question);
  const [from, to] = bounds ?? [];
  // DynamoDB rejects an empty string as the value of a key, bounds included.
  const sortCondition = from ? '#s BETWEEN :from AND :to' : '#s <= :to';
  const fields = keysOnly ? undefined : projection(question);
  return {
    TableName: db.nameOf(question.table),
    IndexName: question.index,
    KeyConditionExpression: bounds ? `#p = :p AND ${sortCondition}` : '#p = :p',
    ExpressionAttributeNames: { '#p': partition, ...(bounds && { '#s': sort }), ...fields?.names },
    ExpressionAttributeValues: {
      ':p': question.partition,
      ...(from && { ':from': from }),
      ...(bounds && { ':to': to }),
    },
    ProjectionExpression: fields?.expression,
    ScanIndexForward: !question.descending,
    ConsistentRead: question.index === undefined,
  };
};

/** The most items that one call fetches. */
const batchSize = 100;

/** The size of the next read when a reader turns out to need more than it estimated. */
const nextReadSize = (size: number): number => Math.max(size, Math.min(size * 2, batchSize));

type ReadOptions = { after?: Position | undefined; limit?: number };

/**
 * The entries of a table or an index, read page by page as they are consumed. Entries of an index
 * with keys only hold just these.
 */
export async function* readEntries(
  db: Database,
  question: Question,
  start: ReadOptions,
): AsyncGenerator<Item> {
  // Keys are never empty, and DynamoDB would reject an empty id that a caller may have sent.
  if (question.partition === '') return;
  const input = queryInput(db, question);
  let key = startKey(question, start.after);
  let limit = start.limit;
  do {
    const page = await db.documents.send({
      action: 'Query',
      input: { ...input, ExclusiveStartKey: key, Limit: limit },
    });
    yield* page.Items ?? [];
    key = page.LastEvaluatedKey;
    limit = limit && nextReadSize(limit);
  } while (key);
}

/**
 * The items that entries of an index refer to, in their order. Items that the index no longer lists
 * at this place are left out: an index may lag behind its table.
 */
export const fetchItems = async (
  db: Database,
  question: Pick<Question, 'table' | 'index' | 'partition' | 'attributes'>,
  entries: readonly Item[],
): Promise<Item[]> => {
  const { table } = question;
  const name = db.nameOf(table);
  const selection = projection(question);
  const textOf = (item: Item) => JSON.stringify([item[table.partition], item[table.sort]]);
  const found = new Map<string, Item>();
  // Each item once, or the call is rejected: an item that moves in the index may be listed twice.
  const entriesByKey = new Map(entries.map((entry) => [textOf(entry), entry]));
  const remainingKeys: Item[] = [...entriesByKey.values()].map((entry) => ({
    [table.partition]: entry[table.partition],
    [table.sort]: entry[table.sort],
  }));
  while (remainingKeys.length > 0) {
    const fields = {
      Keys: remainingKeys.splice(0, batchSize),
      ConsistentRead: true,
      ProjectionExpression: selection?.expression,
      ExpressionAttributeNames: selection?.names,
    };
    const input: CallInputs['BatchGet'] = { RequestItems: { [name]: fields } };
    const { Responses, UnprocessedKeys } = await db.documents.send({ action: 'BatchGet', input });
    for (const item of Responses?.[name] ?? []) found.set(textOf(item), item);
    remainingKeys.push(...(UnprocessedKeys?.[name]?.Keys ?? []));
  }
  return entries.flatMap((entry) => {
    const item = found.get(textOf(entry));
    const isUnchanged = item && Object.keys(entry).every((key) => item[key] === entry[key]);
    if (!isUnchanged) return [];
    found.delete(textOf(entry));
    return [item];
  });
};

async function* fetchEntryItems(
  db: Database,
  question: Question,
  entries: AsyncGenerator<Item>,
  limit: number = batchSize,
): AsyncGenerator<Item> {
  let size = Math.min(limit, batchSize);
  let waiting: Item[] = [];
  for await (const entry of entries) {
    waiting.push(entry);
    if (waiting.length < size) continue;
    yield* await fetchItems(db, question, waiting);
    waiting = [];
    size = nextReadSize(size);
  }
  if (waiting.length > 0) yield* await fetchItems(db, question, waiting);
}

/**
 * The items that match a question in key order, or those of several questions on the same table and
 * index as one list. They are read as they are consumed, `limit` at first; items of an index that
 * holds only keys are fetched from the table.
 */
export const readItems = (
  db: Database,
  input: Question | Questions,
  start: ReadOptions = {},
): AsyncGenerator<Item> => {
  const questions = asQuestions(input);
  const [first] = questions;
  const orderOf = (item: Item) => String(positionOf(questions, item).order);
  const entries = mergeInOrder(
    questions.map((question) => readEntries(db, question, start)),
    (a, b) => (first.descending ? orderOf(a) > orderOf(b) : orderOf(a) < orderOf(b)),
  );
  return keysOf(first).keysOnly ? fetchEntryItems(db, first, entries, start.limit) : entries;
};
