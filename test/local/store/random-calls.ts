import * as fc from 'fast-check';
import type { Item, Setting } from '#lib/kernel/database.ts';
import type { Call, CallInputs } from '#lib/kernel/documents.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { updateExpression } from '#lib/kernel/update.ts';

export const textKeyTable: TableSpec = {
  name: 'things',
  partition: 'tenant',
  sort: 'id',
  indexes: {
    full: { partition: 'group', sort: 'rank' },
    keys: { partition: 'open', sort: 'rank', keysOnly: true },
    by_id: { partition: 'own', sort: 'id', keysOnly: true },
  },
  // Often not a number, which no table rejects.
  ttl: 'a',
};

export const numberKeyTable: TableSpec = {
  name: 'versions',
  partition: 'tenant',
  sort: 'number',
  sortType: 'N',
  indexes: { ranked: { partition: 'group', sort: 'rank' } },
};

const texts = ['a', 'ab', 'é', '💥', '\0n'];
const numbers = [0, 1, 2, -2.5, 0.1, 0.2, 1e12];

const text = fc.constantFrom(...texts);
const number = fc.constantFrom(...numbers);
const bytes = fc.uint8Array({ maxLength: 4, minLength: 1 });
/** Values that often coincide, so that equal values and those just above are tested. */
const frequentValue = fc.constantFrom<string | number>('a', 'ab', 0, 1, 0.1);
const comparable = fc.oneof({ weight: 6, arbitrary: frequentValue }, text, number, bytes);
const scalar = fc.oneof(comparable, fc.boolean(), fc.constant(null));
/** In a list the oracle finds neither `false` nor an empty text, although DynamoDB does. */
const listElement = scalar.filter((value) => value !== false && value !== '');
const names = fc.constantFrom('x', 'y', 'a.b', 'toString');

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, fc.option(tie('value'), { nil: undefined }), { maxKeys: 3 }),
  ),
}));

/** Ids whose order by bytes differs from that by UTF-16 units, and one not allowed as a key. */
const ids = fc.constantFrom('a', 'a', 'aa', '\uffee', '💥');

/** Few keys, one of them most often, so that calls meet items of earlier ones. */
const tenants = fc.constantFrom('t', 't', 't', 'u');
const keyOf = (table: TableSpec) =>
  table.sortType === 'N'
    ? fc.record({ tenant: tenants, number: fc.constantFrom(1, 1, 0.1, -2.5, 1e12) })
    : fc.record({ tenant: tenants, id: ids });

/** Rejected keys: empty, of another type, or of other attributes. */
const badKey = (table: TableSpec) =>
  fc.constantFrom<Item>(
    { tenant: '', [table.sort]: table.sortType ? 1 : 'a' },
    { tenant: 't', [table.sort]: table.sortType ? 'a' : 1 },
    { tenant: 't', [table.sort]: true },
    { tenant: 't' },
    { tenant: 't', [table.sort]: table.sortType ? 1 : 'a', more: 'a' },
  );

const anyKey = (table: TableSpec): fc.Arbitrary<Item> =>
  fc.oneof({ weight: 20, arbitrary: keyOf(table) }, { weight: 1, arbitrary: badKey(table) });

/** Unlike DynamoDB, the oracle orders equal sort keys by a hash; so none are equal. */
const rankOf = (rank: string, key: Item): string => `${rank} ${Object.values(key).join(' ')}`;

const maps = fc.dictionary(fc.constantFrom('x', 'y'), value, { maxKeys: 2 });
const scalars = fc.oneof({ weight: 2, arbitrary: frequentValue }, scalar, value);
const plainFields = { a: scalars, b: fc.option(value), m: maps };
const indexed = {
  group: fc.option(fc.constantFrom('g', 'g', 'h'), { nil: undefined }),
  open: fc.option(fc.constant('open'), { nil: undefined }),
  own: fc.option(fc.constant('own'), { nil: undefined }),
  rank: fc.option(fc.constantFrom('1', '2', 'é', '💥'), { nil: undefined }),
};

const withRank = (key: Item, { rank, own, ...item }: Item): Item => ({
  ...item,
  ...key,
  ...(typeof own === 'string' && { own: `own ${String(key.tenant)}` }),
  ...(typeof rank === 'string' && { rank: rankOf(rank, key) }),
});

const itemOf = (table: TableSpec): fc.Arbitrary<Item> =>
  fc
    .tuple(anyKey(table), fc.record({ ...plainFields, ...indexed }, { requiredKeys: [] }))
    .map(([key, item]) => withRank(key, item));

const paths = [
  ['a'],
  ['a'],
  ['b'],
  ['m'],
  ['m', 'x'],
  ['m', 'y'],
  ['m', 'x', 'y'],
  ['group'],
  ['none'],
];
const path = fc.constantFrom(...paths);

type Condition = { text: string; names: Record<string, string>; values: Item };

const pathExpressionOf = (
  parts: readonly string[],
): { text: string; names: Record<string, string> } => ({
  text: parts.map((part) => `#${part}`).join('.'),
  names: Object.fromEntries(parts.map((part) => [`#${part}`, part])),
});

const createCondition = (
  make: (field: string, ...values: string[]) => string,
  ...values: fc.Arbitrary<unknown>[]
): fc.Arbitrary<Condition> =>
  fc.tuple(path, ...values).map(([parts, ...operands]) => {
    const { text: field, names: fieldNames } = pathExpressionOf(parts);
    const entries = operands.map((one, n): [string, unknown] => [`:v${n}`, one]);
    const text = make(field, ...entries.map(([name]) => name));
    return { text, names: fieldNames, values: Object.fromEntries(entries) };
  });

const comparisons = ['=', '<>', '<', '<=', '>', '>='].map((operator) =>
  createCondition((field, one) => `${field} ${operator} ${one}`, comparable),
);
const sizes = ['=', '<>', '<', '>='].map((operator) =>
  createCondition((field, one) => `size(${field}) ${operator} ${one}`, fc.nat(3)),
);

/** Both conditions joined, with the values of the second one renamed. */
const joinConditions = (one: Condition, operator: string, other: Condition): Condition => {
  const renamed = Object.entries(other.values).map(([name, value]) => [`${name}x`, value] as const);
  return {
    text: `(${one.text}) ${operator} ${other.text.replaceAll(/:v\d/g, '$&x')}`,
    names: { ...one.names, ...other.names },
    values: { ...one.values, ...Object.fromEntries(renamed) },
  };
};

const simple = fc.oneof(
  createCondition((field) => `attribute_exists(${field})`),
  createCondition((field) => `attribute_not_exists(${field})`),
  createCondition((field, one) => `begins_with(${field}, ${one})`, text),
  createCondition((field, one, two) => `${field} IN (${one}, ${two})`, listElement, listElement),
  createCondition(
    (field, low, high) => `${field} BETWEEN ${low} AND ${high}`,
    fc.constant(-5),
    number.filter((n) => n > -5),
  ),
  ...comparisons,
  ...sizes,
);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: simple },
  { weight: 1, arbitrary: simple.map((one) => ({ ...one, text: `NOT ${one.text}` })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(simple, fc.constantFrom('AND', 'OR'), simple)
      .map(([one, operator, other]) => joinConditions(one, operator, other)),
  },
);

const optionalCondition = fc.option(condition, { nil: undefined });

const fieldsOf = (one: Condition | undefined) =>
  one && {
    ConditionExpression: one.text,
    ExpressionAttributeNames: one.names,
    ...(Object.keys(one.values).length > 0 && { ExpressionAttributeValues: one.values }),
  };

const put = (table: TableSpec): fc.Arbitrary<Call> =>
  fc.tuple(itemOf(table), optionalCondition).map(([Item, one]) => ({
    action: 'Put' as const,
    input: { TableName: table.name, Item, ...fieldsOf(one) },
  }));

const setting: fc.Arbitrary<Setting> = fc.oneof(
  fc.tuple(
    path.filter(([first]) => first !== 'group'),
    fc.option(value, { nil: undefined }),
  ),
  fc.tuple(fc.constant(['group']), indexed.group),
  fc.tuple(fc.constant(['open']), indexed.open),
  fc.tuple(fc.constant(['rank']), indexed.rank),
  fc.tuple(fc.constantFrom(['id'], ['number'], ['open']), fc.constantFrom('a', 1)),
);

const amounts = fc.dictionary(fc.constantFrom('a', 'b', 'n'), number, { maxKeys: 2 });

const update = (table: TableSpec): fc.Arbitrary<Call> =>
  fc
    .record({
      Key: anyKey(table),
      settings: fc.array(setting, { maxLength: 3 }),
      added: amounts,
      one: optionalCondition,
    })
    .filter(({ settings, added }) => settings.length + Object.keys(added).length > 0)
    .map(({ Key, settings, added, one }) => {
      const rankedSettings = settings.map(([at, to]): Setting =>
        at[0] === 'rank' && typeof to === 'string' ? [at, rankOf(to, Key)] : [at, to],
      );
      const fields = updateExpression(rankedSettings, one, added);
      return { action: 'Update' as const, input: { TableName: table.name, Key, ...fields } };
    });

const remove = (table: TableSpec): fc.Arbitrary<Call> =>
  fc.tuple(anyKey(table), optionalCondition).map(([Key, one]) => ({
    action: 'Delete' as const,
    input: { TableName: table.name, Key, ...fieldsOf(one) },
  }));

const get = (table: TableSpec): fc.Arbitrary<Call> =>
  anyKey(table).map((Key) => ({ action: 'Get' as const, input: { TableName: table.name, Key } }));

/** The requested attributes; undefined for all. */
const projectedAttributes = fc.option(fc.constantFrom(['a'], ['m', 'rank']), { nil: undefined });

const namesOf = (attributes: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(attributes.map((name) => [`#${name}`, name]));

const projectionOf = (attributes: readonly string[]): string =>
  attributes.map((name) => `#${name}`).join(', ');

const batchGet = (table: TableSpec): fc.Arbitrary<Call> =>
  fc
    .tuple(fc.array(anyKey(table), { minLength: 1, maxLength: 4 }), projectedAttributes)
    .map(([Keys, attributes]) => {
      const projected = attributes && {
        ProjectionExpression: projectionOf(attributes),
        ExpressionAttributeNames: namesOf(attributes),
      };
      const input = { RequestItems: { [table.name]: { Keys, ...projected } } };
      return { action: 'BatchGet' as const, input };
    });

/** In order by bytes, and by UTF-16 units, by which the oracle judges a range. */
const isInOrder = (from: string | number, to: string | number): boolean => {
  const [low, high] = [from, to].map((one) => Buffer.from(String(one)));
  const isText = typeof from === 'string' && low && high;
  return from <= to && (!isText || Buffer.compare(low, high) <= 0);
};

const range = (type: 'S' | 'N') => {
  // The oracle judges a page's start within bounds by UTF-16 units: these order alike in both.
  const bound = type === 'N' ? number : fc.constantFrom('a', 'aa', '1', '2', 'é 1', '~');
  const single = fc
    .tuple(fc.constantFrom('=', '<', '<=', '>', '>='), bound)
    .map(([operator, at]) => ({ text: ` AND #s ${operator} :from`, values: { ':from': at } }));
  const both = fc
    .tuple(bound, bound)
    .filter(([from, to]) => isInOrder(from, to))
    .map(([from, to]) => ({
      text: ' AND #s BETWEEN :from AND :to',
      values: { ':from': from, ':to': to },
    }));
  return fc.option(fc.oneof(single, both), { nil: undefined });
};

/** The values of each attribute that a query may use as its partition key. */
export const partitionValues: Record<string, readonly string[]> = {
  tenant: ['t', 'u'],
  group: ['g', 'h'],
  open: ['open'],
  own: ['own t', 'own u'],
};

type Query = CallInputs['Query'];

const queryOf = (table: TableSpec, index?: string): fc.Arbitrary<Query> => {
  const keys = index === undefined ? table : table.indexes?.[index];
  if (!keys?.sort) throw new Error('An index of the test has a sort key.');
  const { partition, sort } = keys;
  const of = fc.constantFrom(...(partitionValues[partition] ?? []));
  const type = (sort === table.sort && table.sortType) || 'S';
  return fc
    .record({
      of,
      range: range(type),
      read: projectedAttributes,
      back: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 3 })),
    })
    .map(({ of: at, range: sortRange, read: attributes, back, limit }) => ({
      TableName: table.name,
      ...(index !== undefined && { IndexName: index }),
      KeyConditionExpression: `#p = :p${sortRange?.text ?? ''}`,
      ExpressionAttributeNames: {
        '#p': partition,
        ...(sortRange && { '#s': sort }),
        ...namesOf(attributes),
      },
      ExpressionAttributeValues: { ':p': at, ...sortRange?.values },
      ...(attributes && { ProjectionExpression: projectionOf(attributes) }),
      ScanIndexForward: !back,
      ...(limit !== null && { Limit: limit }),
    }));
};

const query = (table: TableSpec): fc.Arbitrary<Call> =>
  fc
    .oneof(queryOf(table), ...Object.keys(table.indexes ?? {}).map((one) => queryOf(table, one)))
    .map((input) => ({ action: 'Query' as const, input }));

/** A few calls on one table, mostly writes. */
export const sequence = (table: TableSpec): fc.Arbitrary<Call[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: put(table) },
      { weight: 5, arbitrary: update(table) },
      { weight: 1, arbitrary: remove(table) },
      { weight: 1, arbitrary: get(table) },
      { weight: 1, arbitrary: batchGet(table) },
      { weight: 3, arbitrary: query(table) },
    ),
    { minLength: 4, maxLength: 10 },
  );
