import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Database, Item } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { tables } from '#lib/tables.ts';

/** Writes as DynamoDB bills them. */
export type Billed = { writes: number; writeUnits: number; indexUnits: number };

type Index = NonNullable<TableSpec['indexes']>[string];

const entryOf = (item: Item | undefined, table: TableSpec, { partition, sort }: Index) => {
  const keys = [partition, ...(sort ? [sort] : [])];
  if (!item || keys.some((name) => item[name] === undefined)) return undefined;
  return JSON.stringify([...keys, table.partition, table.sort].map((name) => item[name]));
};

/** An entry that comes or goes is one write, one whose keys change two; one with the item's all. */
const unitsOf = (table: TableSpec, before: Item | undefined, after: Item | undefined): number =>
  Object.values(table.indexes ?? {}).reduce((sum, index) => {
    const [old, fresh] = [entryOf(before, table, index), entryOf(after, table, index)];
    if (old === fresh) return sum + (old !== undefined && !index.keysOnly ? 1 : 0);
    return sum + (old === undefined ? 0 : 1) + (fresh === undefined ? 0 : 1);
  }, 0);

type Write = PutCommand | UpdateCommand | DeleteCommand;

const isWrite = (command: unknown): command is Write =>
  [PutCommand, UpdateCommand, DeleteCommand].some((kind) => command instanceof kind);

const specOf = ({ input: { TableName } }: Write): TableSpec => {
  const found = tables.find(({ name }) => name === TableName);
  if (!found) throw new Error(`There is no table ${TableName}.`);
  return found;
};

/** The database, and what its writes cost: the items before and after each tell its indexes. */
export const billedDatabase = (db: Database) => {
  const billed: Billed = { writes: 0, writeUnits: 0, indexUnits: 0 };
  let last: Promise<unknown> = Promise.resolve();

  const write = async (command: Write): Promise<unknown> => {
    const table = specOf(command);
    const key = 'Key' in command.input ? command.input.Key : command.input.Item;
    const Key = Object.fromEntries(
      [table.partition, table.sort].map((name) => [name, key?.[name]]),
    );
    const read = async (): Promise<Item | undefined> =>
      (await db.documents.send(new GetCommand({ TableName: table.name, Key }))).Item;
    billed.writes += 1;
    const before = await read();
    command.input.ReturnConsumedCapacity = 'TOTAL';
    const answer = await db.documents.send(command as UpdateCommand);
    billed.writeUnits += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    billed.indexUnits += unitsOf(table, before, await read());
    return answer;
  };

  const send = (command: never): Promise<unknown> => {
    if (!isWrite(command)) return db.documents.send(command);
    // One after the other, so that nothing comes between an item and what is read of it.
    const own = last.then(() => write(command));
    last = own.catch(() => undefined);
    return own;
  };

  const documents = Object.create(db.documents, { send: { value: send } });
  return { db: { ...db, documents } satisfies Database, billed };
};
