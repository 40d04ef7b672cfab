import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  type KeySchemaElement,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mkdirSync } from 'node:fs';
import type { Database } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { type DatabaseThread, startDatabaseThread } from './database-thread.ts';

type Options = {
  /** Folder of the data; made where it is missing. */
  folder: string;
  /** File of the worker thread that serves it. */
  worker: string | URL;
  tables: readonly TableSpec[];
  cursorKey: string;
};

export type LocalDatabase = Database & {
  /** Writes a probe; rejects where nothing can be persisted. */
  prove(): Promise<void>;
  close(): Promise<void>;
};

const keySchema = (partition: string, sort?: string): KeySchemaElement[] => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' } as const]),
];

/** A table's definition, made from its entry in the list of tables. */
export const createTableInput = (table: TableSpec): CreateTableCommandInput => {
  const indexes = Object.entries(table.indexes ?? {});
  const keys = [table, ...indexes.map(([, index]) => index)];
  const names = new Set(keys.flatMap(({ partition, sort }) => (sort ? [partition, sort] : [partition])));
  const typeOf = (name: string) => (name === table.sort && table.sortType) || 'S';
  return {
    TableName: table.name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table.partition, table.sort),
    AttributeDefinitions: [...names].map(
      (name): AttributeDefinition => ({ AttributeName: name, AttributeType: typeOf(name) }),
    ),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map(([name, { partition, sort }]) => ({
        IndexName: name,
        KeySchema: keySchema(partition, sort),
        Projection: { ProjectionType: 'ALL' as const },
      })),
    }),
  };
};

/** The thread trusts its process: nothing is signed. */
const unsigned = { sign: async <T>(request: T): Promise<T> => request };

const connect = ({ requestHandler }: DatabaseThread): DynamoDBClient =>
  new DynamoDBClient({
    endpoint: 'http://localhost',
    region: 'local',
    credentials: { accessKeyId: 'embedded', secretAccessKey: 'embedded' },
    maxAttempts: 3,
    requestHandler,
    signer: unsigned,
  });

const neverEmpty = (): never => {
  throw new Error('A database has at least one table.');
};

const createMissing = async (client: DynamoDBClient, tables: readonly TableSpec[]) => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const missing = tables.filter(({ name }) => !TableNames.includes(name));
  for (const table of missing) await client.send(new CreateTableCommand(createTableInput(table)));
};

/** DynamoDB on disk, in a thread of this process. What was answered survives the process's death. */
export const openDatabase = async (options: Options): Promise<LocalDatabase> => {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const thread = await startDatabaseThread(options.worker, options.folder);
  const client = connect(thread);
  await createMissing(client, options.tables);
  const marshallOptions = { removeUndefinedValues: true };
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions });
  const [{ name: TableName, partition, sort } = neverEmpty()] = options.tables;
  const probe = { TableName, Item: { [partition]: 'probe', [sort]: 'probe' } };
  return {
    documents,
    nameOf: ({ name }) => name,
    cursorKey: options.cursorKey,
    prove: async () => {
      await documents.send(new PutCommand(probe));
    },
    async close() {
      client.destroy();
      await thread.close();
    },
  };
};
