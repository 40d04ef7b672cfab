import type { Action, Call, Item } from '#lib/kernel/documents.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { createTableInput } from './create-table.ts';
import { openDynalite } from './dynalite.ts';

type Attribute = Record<string, unknown>;

const mapValues = (item: object, change: (value: never) => unknown): Item =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, change(value as never)]],
    ),
  );

/** A value in DynamoDB's wire format. */
const toAttribute = (value: unknown): Attribute => {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  return { M: mapValues(Object(value), toAttribute) };
};

/** The value of an attribute in DynamoDB's wire format. */
const fromAttribute = (attribute: Attribute): unknown => {
  const [[type, value] = []] = Object.entries(attribute);
  if (type === 'NULL') return null;
  if (type === 'N') return Number(value);
  if (type === 'B') return new Uint8Array(Buffer.from(String(value), 'base64'));
  if (type === 'L') return (value as Attribute[]).map(fromAttribute);
  if (type === 'M') return itemOf(Object(value));
  return value;
};

const itemOf = (attributes: object): Item => mapValues(attributes, fromAttribute);

const itemFields = ['Item', 'Key', 'ExclusiveStartKey', 'ExpressionAttributeValues'];

const requestOf = (input: object): object => {
  const { RequestItems, ...rest } = input as Item;
  const fields = Object.entries(rest).map(([name, value]) => [
    name,
    value !== undefined && itemFields.includes(name)
      ? mapValues(Object(value), toAttribute)
      : value,
  ]);
  const keysOf = ({ Keys = [], ...of }: { Keys?: Item[] }) => ({
    ...of,
    Keys: Keys.map((key) => mapValues(key, toAttribute)),
  });
  const requestItems = RequestItems ? { RequestItems: mapValues(RequestItems, keysOf) } : {};
  return { ...Object.fromEntries(fields), ...requestItems };
};

const answerOf = ({ Item, Items, Responses, LastEvaluatedKey }: Item): Item => ({
  ...(Item !== undefined && { Item: itemOf(Object(Item)) }),
  ...(Items !== undefined && { Items: (Items as object[]).map(itemOf) }),
  ...(LastEvaluatedKey !== undefined && { LastEvaluatedKey: itemOf(Object(LastEvaluatedKey)) }),
  ...(Responses !== undefined && {
    Responses: mapValues(Object(Responses), (items: object[]) => items.map(itemOf)),
  }),
});

const operations: Record<Action, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  Query: 'Query',
  BatchGet: 'BatchGetItem',
};

/** The type of an error stands behind a `#`. */
const refusal = ({ __type, message, Message }: Item): Error => {
  const name = String(__type).replace(/^.*#/, '');
  return Object.assign(new Error(String(message ?? Message)), { name });
};

/** dynalite, called as the product calls DynamoDB, and read directly without calls. */
export const openOracle = async (table: TableSpec) => {
  const { ask, contents, clear } = openDynalite();
  await ask('CreateTable', createTableInput(table));
  // CreateTable returns a moment before the table exists.
  const isMade = async () => {
    const { body } = await ask('DescribeTable', { TableName: table.name });
    return Object(body).Table.TableStatus === 'ACTIVE';
  };
  while (!(await isMade()));

  return {
    async send({ action, input }: Call): Promise<Item> {
      const { status, body } = await ask(operations[action], requestOf(input));
      if (status !== 200) throw refusal(body as Item);
      return answerOf(body as Item);
    },
    contents: async (index?: string) => (await contents(table.name, index)).map(itemOf),
    clear,
  };
};
