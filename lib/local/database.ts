import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
  ListTablesCommand,
  UpdateTableCommand,
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
  const names = new Set(
    keys.flatMap(({ partition, sort }) => (sort ? [partition, sort] : [partition])),
  );
  const typeOf = (name: string) => (name === table.sort && table.sortType) || 'S';
  return {
    TableName: table.name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table.partition, table.sort),
    AttributeDefinitions: [...names].map((name): AttributeDefinition => ({
      AttributeName: name,
      AttributeType: typeOf(name),
    })),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map(([name, { partition, sort, keysOnly }]) => ({
        IndexName: name,
        KeySchema: keySchema(partition, sort),
        Projection: { ProjectionType: keysOnly ? ('KEYS_ONLY' as const) : ('ALL' as const) },
      })),
    }),
  };
};

const isCreating = async (client: DynamoDBClient, { name }: TableSpec): Promise<boolean> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  return Table?.TableStatus === 'CREATING';
};

/** Answers once the table takes calls: dynalite says so a moment after it has made it. */
const create = async (client: DynamoDBClient, table: TableSpec): Promise<void> => {
  await client.send(new CreateTableCommand(createTableInput(table)));
  while (await isCreating(client, table));
};

const leastThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };

/**
 * A process that died while it made a table leaves it CREATING for ever, and no call reaches it. A
 * change of its throughput, which limits nothing here, takes it out of that state.
 */
const release = async (client: DynamoDBClient, table: TableSpec): Promise<void> => {
  if (!(await isCreating(client, table))) return;
  await client.send(
    new UpdateTableCommand({
      TableName: table.name,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: leastThroughput,
      GlobalSecondaryIndexUpdates: Object.keys(table.indexes ?? {}).map((IndexName) => ({
        Update: { IndexName, ProvisionedThroughput: leastThroughput },
      })),
    }),
  );
};

/** Makes the tables that are missing; each takes calls when this is done. */
const openTables = async (client: DynamoDBClient, tables: readonly TableSpec[]): Promise<void> => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  await Promise.all(
    tables.map((table) =>
      TableNames.includes(table.name) ? release(client, table) : create(client, table),
    ),
  );
};

/** What is for a server far away: the thread trusts its process, and answers or dies with it. */
const forFarServers = [
  'loggerMiddleware',
  'contentLengthMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
  'retryMiddleware',
  'httpSigningMiddleware',
];

/** A client without that, which takes half of its time. */
const connect = ({ requestHandler }: DatabaseThread): DynamoDBClient => {
  const client = new DynamoDBClient({
    endpoint: 'http://localhost',
    region: 'local',
    credentials: { accessKeyId: 'embedded', secretAccessKey: 'embedded' },
    requestHandler,
  });
  for (const name of forFarServers) client.middlewareStack.remove(name);
  return client;
};

const neverEmpty = (): never => {
  throw new Error('A database has at least one table.');
};

/**
 * DynamoDB on disk, in a thread of this process. What was answered survives the process's death.
 */
export const openDatabase = async (options: Options): Promise<LocalDatabase> => {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const thread = await startDatabaseThread(options.worker, options.folder);
  const client = connect(thread);
  await openTables(client, options.tables);
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
