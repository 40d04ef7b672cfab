import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mkdirSync } from 'node:fs';
import type { Database } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { openTables } from './database-tables.ts';
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
