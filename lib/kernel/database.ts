import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { TableSpec } from './table.ts';

/** DynamoDB as the stores see it: the client, and the physical name of each listed table. */
export type Database = {
  documents: DynamoDBDocumentClient;
  nameOf(table: TableSpec): string;
  /** Seals the cursors of lists. */
  cursorKey: string;
};

export type Item = Record<string, unknown>;

/** A condition of a write: an expression over `#names` and `:values`. */
export type Condition = { text: string; names?: Record<string, string>; values?: Item };

const failedCondition = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** Runs a conditional write: false when the condition did not hold, anything else is thrown. */
const held = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (failedCondition(error)) return false;
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
  const command = new GetCommand({ TableName: db.nameOf(table), Key: key, ConsistentRead: true });
  return (await db.documents.send(command)).Item;
};

/** Writes the item; with a condition, false means that it did not hold and nothing was written. */
export const putItem = (
  db: Database,
  table: TableSpec,
  item: Item,
  condition?: Condition,
): Promise<boolean> =>
  held(
    db.documents.send(
      new PutCommand({ TableName: db.nameOf(table), Item: item, ...conditionFields(condition) }),
    ),
  );

/** Writes the item unless its key is taken. */
export const putNewItem = (db: Database, table: TableSpec, item: Item): Promise<boolean> =>
  putItem(db, table, item, {
    text: 'attribute_not_exists(#sort)',
    names: { '#sort': table.sort },
  });

/** Removes the item; false where there was none. */
export const deleteItem = (db: Database, table: TableSpec, key: Item): Promise<boolean> =>
  held(
    db.documents.send(
      new DeleteCommand({
        TableName: db.nameOf(table),
        Key: key,
        ConditionExpression: 'attribute_exists(#sort)',
        ExpressionAttributeNames: { '#sort': table.sort },
      }),
    ),
  );

/** An attribute to set, by its path (`results.n1` as `['results', 'n1']`); undefined removes it. */
export type Setting = readonly [path: readonly string[], value: unknown];

const updateFields = (settings: readonly Setting[], condition: Condition) => {
  const names: Record<string, string> = { ...condition.names };
  const values: Item = { ...condition.values };
  const sets: string[] = [];
  const removes: string[] = [];
  settings.forEach(([path, value], index) => {
    const place = path.map((part, depth) => {
      names[`#s${index}_${depth}`] = part;
      return `#s${index}_${depth}`;
    });
    if (value === undefined) removes.push(place.join('.'));
    else {
      values[`:s${index}`] = value;
      sets.push(`${place.join('.')} = :s${index}`);
    }
  });
  const clauses = [
    sets.length > 0 ? `SET ${sets.join(', ')}` : '',
    removes.length > 0 ? `REMOVE ${removes.join(', ')}` : '',
  ];
  return {
    UpdateExpression: clauses.filter(Boolean).join(' '),
    ConditionExpression: condition.text,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: Object.keys(values).length > 0 ? values : undefined,
  };
};

/** Changes attributes of an existing item under a condition; false means nothing was written. */
export const updateItem = (
  db: Database,
  table: TableSpec,
  key: Item,
  settings: readonly Setting[],
  condition: Condition,
): Promise<boolean> =>
  held(
    db.documents.send(
      new UpdateCommand({
        TableName: db.nameOf(table),
        Key: key,
        ...updateFields(settings, condition),
      }),
    ),
  );

export type Question = {
  table: TableSpec;
  index?: string;
  partition: string;
  /** Newest first. */
  descending?: boolean;
  /** Bounds of the sort key, both included. */
  between?: readonly [from: string, to: string];
};

type Keys = { partition: string; sort?: string | undefined };

const keysOf = ({ table, index }: Question): Keys => {
  const spec = index === undefined ? table : table.indexes?.[index];
  if (!spec) throw new Error(`Table ${table.name} has no index ${index}.`);
  return spec;
};

const queryInput = (db: Database, question: Question): QueryCommandInput => {
  const { partition, sort } = keysOf(question);
  const bounds = sort === undefined ? undefined : question.between;
  return {
    TableName: db.nameOf(question.table),
    IndexName: question.index,
    KeyConditionExpression: bounds ? '#p = :p AND #s BETWEEN :from AND :to' : '#p = :p',
    ExpressionAttributeNames: { '#p': partition, ...(bounds && { '#s': sort }) },
    ExpressionAttributeValues: {
      ':p': question.partition,
      ...(bounds && { ':from': bounds[0], ':to': bounds[1] }),
    },
    ScanIndexForward: !question.descending,
    ConsistentRead: question.index === undefined,
  };
};

/** The items that answer a question, in key order, read page by page as they are consumed. */
export async function* readItems(
  db: Database,
  question: Question,
  start: { after?: Item | undefined; limit?: number } = {},
): AsyncGenerator<Item> {
  const input = queryInput(db, question);
  let after = start.after;
  do {
    const page = await db.documents.send(
      new QueryCommand({ ...input, ExclusiveStartKey: after, Limit: start.limit }),
    );
    yield* page.Items ?? [];
    after = page.LastEvaluatedKey;
  } while (after);
}

/**
 * The keys of an item for going on after it: the table's own, and the index's where one is read.
 */
export const positionOf = (question: Question, item: Item): Item => {
  const { table } = question;
  const { partition, sort } = keysOf(question);
  const names = [table.partition, table.sort, partition, sort ?? table.sort];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
};
