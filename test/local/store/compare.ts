import * as fc from 'fast-check';
import type { Database, Item } from '#lib/kernel/database.ts';
import type { Call, Documents } from '#lib/kernel/documents.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { openDatabase } from '#lib/local/database.ts';
import { openOracle } from '#test/support/oracle.ts';
import { partitions, sequence } from './calls.ts';

const told = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message } : error;

const textOf = (item: unknown): string => JSON.stringify(item, Object.keys(Object(item)).sort());

/** What a call answers; many items come in no order. */
const answerOf = async ({ documents }: Database, call: Call): Promise<unknown> => {
  try {
    if (call.action === 'Query') return await pagesOf(documents, call.input);
    const answer = await documents.send(call);
    if ('Responses' in answer) {
      const found = Object.values(answer.Responses ?? {}).flat();
      return found.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
    }
    return 'Item' in answer ? answer.Item : undefined;
  } catch (error) {
    return told(error);
  }
};

/** Every page of a query, each with where the next begins. */
const pagesOf = async (documents: Documents, input: Call['input']): Promise<unknown[]> => {
  const pages: unknown[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const asked = { ...input, ExclusiveStartKey } as never;
    const page = await documents.send({ action: 'Query', input: asked });
    ExclusiveStartKey = page.LastEvaluatedKey;
    pages.push({ items: page.Items, next: ExclusiveStartKey });
  } while (ExclusiveStartKey);
  return pages;
};

const readAll = (table: TableSpec, index?: string): Call[] => {
  const { partition } = (index === undefined ? table : table.indexes?.[index]) ?? table;
  return (partitions[partition] ?? []).map((at) => ({
    action: 'Query',
    input: {
      TableName: table.name,
      ...(index !== undefined && { IndexName: index }),
      KeyConditionExpression: '#p = :p',
      ExpressionAttributeNames: { '#p': partition },
      ExpressionAttributeValues: { ':p': at },
    },
  }));
};

/** Removes what a sequence has left, and answers what it was. */
const empty = async (db: Database, table: TableSpec): Promise<unknown> => {
  const left: Item[] = [];
  for (const call of readAll(table)) {
    const [page] = (await answerOf(db, call)) as { items: Item[] }[];
    left.push(...(page?.items ?? []));
  }
  for (const item of left) {
    const Key = { [table.partition]: item[table.partition], [table.sort]: item[table.sort] };
    await db.documents.send({ action: 'Delete', input: { TableName: table.name, Key } });
  }
  return left;
};

const contentsOf = async (db: Database, table: TableSpec): Promise<unknown[]> => {
  const found: unknown[] = [];
  for (const index of Object.keys(table.indexes ?? {})) {
    for (const call of readAll(table, index)) found.push(await answerOf(db, call));
  }
  return [...found, await empty(db, table)];
};

const playedOn = async (db: Database, table: TableSpec, calls: readonly Call[]) => {
  const answers: unknown[] = [];
  for (const call of calls) answers.push(await answerOf(db, call));
  return { answers, contents: await contentsOf(db, table) };
};

/**
 * Makes random sequences of calls on the table, here and on the oracle; throws with the shortest
 * one after which the two differ in answers, errors or contents.
 */
export const compareWithOracle = async (table: TableSpec, numRuns: number): Promise<void> => {
  const oracle = await openOracle([table]);
  const store = openDatabase({ path: ':memory:', tables: [table], cursorKey: 'unused' });
  const property = fc.asyncProperty(sequence(table), async (calls) => {
    const [expected, found] = await Promise.all([
      playedOn(oracle, table, calls),
      playedOn(store, table, calls),
    ]);
    expect(found).toEqual(expected);
  });
  await fc.assert(property, { numRuns });
  await store.close();
};
