import type { Database, Item } from '#lib/kernel/database.ts';
import type { Call, CallInputs, Documents } from '#lib/kernel/documents.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { sizeOfItem, toStoredMap } from '#lib/local/store/value.ts';
import { tables } from '#lib/tables.ts';

/** Writes as DynamoDB bills them, in write units. */
export type Billed = { writes: number; writeUnits: number; indexUnits: number };

type Index = NonNullable<TableSpec['indexes']>[string];

const entryOf = (item: Item | undefined, table: TableSpec, { partition, sort }: Index) => {
  const keys = [partition, ...(sort ? [sort] : [])];
  if (!item || keys.some((name) => item[name] === undefined)) return undefined;
  return JSON.stringify([...keys, table.partition, table.sort].map((name) => item[name]));
};

/** Index writes: 1 per entry added, removed or kept with whole items, 2 if its keys change. */
const unitsOf = (table: TableSpec, before: Item | undefined, after: Item | undefined): number =>
  Object.values(table.indexes ?? {}).reduce((sum, index) => {
    const [oldEntry, newEntry] = [entryOf(before, table, index), entryOf(after, table, index)];
    if (oldEntry === newEntry) return sum + (oldEntry !== undefined && !index.keysOnly ? 1 : 0);
    return sum + (oldEntry === undefined ? 0 : 1) + (newEntry === undefined ? 0 : 1);
  }, 0);

/** A write costs one unit for each started KB of the larger of the item before and after it. */
const writeUnits = (...items: (Item | undefined)[]): number =>
  Math.max(1, ...items.map((item) => Math.ceil(sizeOfItem(toStoredMap(item ?? {})) / 1024)));

type Write = CallInputs['Put'] | CallInputs['Update'] | CallInputs['Delete'];

const isWrite = ({ action }: { action: Call['action'] }): boolean =>
  ['Put', 'Update', 'Delete'].includes(action);

const specOf = ({ TableName }: Write): TableSpec => {
  const found = tables.find(({ name }) => name === TableName);
  if (!found) throw new Error(`There is no table ${TableName}.`);
  return found;
};

/** The database, and the cost of its writes, computed from each item before and after. */
export const billedDatabase = (db: Database) => {
  const billed: Billed = { writes: 0, writeUnits: 0, indexUnits: 0 };
  let last: Promise<unknown> = Promise.resolve();

  const write = async <T>(input: Write, send: () => Promise<T>): Promise<T> => {
    const table = specOf(input);
    const key = 'Key' in input ? input.Key : input.Item;
    const Key = Object.fromEntries([table.partition, table.sort].map((name) => [name, key[name]]));
    const read = async (): Promise<Item | undefined> =>
      (await db.documents.send({ action: 'Get', input: { TableName: table.name, Key } })).Item;
    billed.writes += 1;
    const before = await read();
    const answer = await send();
    const after = await read();
    billed.writeUnits += writeUnits(before, after);
    billed.indexUnits += unitsOf(table, before, after);
    return answer;
  };

  const send: Documents['send'] = (call) => {
    if (!isWrite(call)) return db.documents.send(call);
    // Writes run one after the other, so that an item cannot change between a write and its reads.
    const result = last.then(() => write(call.input as Write, () => db.documents.send(call)));
    last = result.catch(() => undefined);
    return result;
  };

  return { db: { ...db, documents: { send } } satisfies Database, billed };
};
