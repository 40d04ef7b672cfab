import * as fc from 'fast-check';
import type { Database, Item } from '#lib/kernel/database.ts';
import type { Call, CallOutputs } from '#lib/kernel/documents.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { type LocalDatabase, openDatabase } from '#lib/local/database.ts';
import { openOracle } from '#test/support/oracle.ts';
import { caseCount } from '#test/support/thorough.ts';
import { partitionValues, sequence } from './random-calls.ts';

/** The number of random sequences of calls that are compared for each table. */
export const sequenceCount = caseCount({ usual: 300, thorough: 5000 });

type Oracle = Awaited<ReturnType<typeof openOracle>>;
type Answer = CallOutputs['Get'] & CallOutputs['Query'] & CallOutputs['BatchGet'];
/** The store, or the oracle. */
type DocumentSender = { send: (call: Call) => Promise<Answer> };

const errorFieldsOf = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message } : error;

/** The same text for equal items: the order of names, at any depth, makes no difference. */
const textOf = (item: unknown): string =>
  JSON.stringify(item, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Sorts items that came in no particular order. */
const sortItems = (items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

/** The result of a call, or its error. */
const sendCall = async (documents: DocumentSender, call: Call): Promise<unknown> => {
  try {
    if (call.action === 'Query') return await readPages(documents, call.input);
    const answer: Answer = await documents.send(call);
    if (answer.Responses) return Object.values(answer.Responses).map(sortItems);
    return answer.Item;
  } catch (error) {
    return errorFieldsOf(error);
  }
};

/** Every page of a query, each with its cursor. */
const readPages = async (documents: DocumentSender, input: Call['input']): Promise<unknown[]> => {
  const pages: unknown[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const pageInput = { ...input, ExclusiveStartKey } as never;
    const page: Answer = await documents.send({ action: 'Query', input: pageInput });
    ExclusiveStartKey = page.LastEvaluatedKey;
    pages.push({ items: page.Items, next: ExclusiveStartKey });
  } while (ExclusiveStartKey);
  return pages;
};

const keyOf = ({ partition, sort }: TableSpec, item: Item): Item => ({
  [partition]: item[partition],
  [sort]: item[sort],
});

type Contents = { items: Item[]; indexes: unknown[] };

/** The entries of an index under each possible key, in index order. */
const readIndexEntries = ({ documents }: Database, table: TableSpec, index: string) => {
  const { partition } = table.indexes?.[index] ?? table;
  const reads = (partitionValues[partition] ?? []).map(async (at) => {
    const answer = await documents.send({
      action: 'Query',
      input: {
        TableName: table.name,
        IndexName: index,
        KeyConditionExpression: '#p = :p',
        ExpressionAttributeNames: { '#p': partition },
        ExpressionAttributeValues: { ':p': at },
      },
    });
    return answer.Items ?? [];
  });
  return Promise.all(reads);
};

/** Takes everything out of the store, which is empty afterwards. */
const drainStore = async (store: LocalDatabase, table: TableSpec): Promise<Contents> => {
  const names = Object.keys(table.indexes ?? {});
  const indexes = await Promise.all(names.map((name) => readIndexEntries(store, table, name)));
  const items = await store.itemsOf(table);
  const removing = items.map((item) =>
    store.documents.send({
      action: 'Delete',
      input: { TableName: table.name, Key: keyOf(table, item) },
    }),
  );
  await Promise.all(removing);
  return { items: sortItems(items), indexes };
};

/** Takes everything out of the oracle, which is empty afterwards. */
const drainOracle = async (oracle: Oracle, table: TableSpec): Promise<Contents> => {
  const indexes: unknown[] = [];
  for (const [name, { partition }] of Object.entries(table.indexes ?? {})) {
    const entries = await oracle.contents(name);
    const entriesOf = (at: string) => entries.filter((entry) => entry[partition] === at);
    indexes.push((partitionValues[partition] ?? []).map(entriesOf));
  }
  const items = await oracle.contents();
  await oracle.clear();
  return { items: sortItems(items), indexes };
};

const sendCalls = async (documents: DocumentSender, calls: readonly Call[]): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const call of calls) answers.push(await sendCall(documents, call));
  return answers;
};

/**
 * Makes random sequences of calls on the table, here and on the oracle; throws with the shortest
 * one after which the two differ in results, errors or contents.
 */
export const compareWithOracle = async (table: TableSpec, numRuns: number): Promise<void> => {
  const oracle = await openOracle(table);
  const store = openDatabase({ path: ':memory:', tables: [table], cursorKey: () => 'unused' });
  const property = fc.asyncProperty(sequence(table), async (calls) => {
    const expected = await sendCalls(oracle, calls);
    const found = await sendCalls(store.documents, calls);
    expect(found).toEqual(expected);
    expect(await drainStore(store, table)).toEqual(await drainOracle(oracle, table));
  });
  await fc.assert(property, { numRuns });
  await store.close();
};
