import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Database } from '#lib/kernel/database.ts';
import type { Action, Call, CallInputs, CallOutputs, Documents } from '#lib/kernel/documents.ts';
import type { ReadKey } from '#lib/kernel/read-key.ts';
import { isPerTenant } from '#lib/tenancy.ts';
import { functionNeedsFiles } from './environment.ts';

const agent = { keepAlive: true, maxSockets: 50 };
/** Keeps connections to DynamoDB open, and limits how many a burst of calls may open. */
export const boundedSockets = {
  httpAgent: agent,
  httpsAgent: agent,
} satisfies DynamoDBClientConfig['requestHandler'];

type Options = {
  client: DynamoDBClient;
  /** Physical names of the tables that the function may use, by listed name. */
  names: Record<string, string>;
  cursorKey: ReadKey;
  /** Returns the client of the organisation that the current call works for, if any. */
  ofTenant?: () => DynamoDBClient | undefined;
};

const targetTables = z.object({
  TableName: z.string().optional(),
  IndexName: z.string().optional(),
  RequestItems: z.record(z.string(), z.unknown()).optional(),
});

const documentsOf = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

type SendCall<A extends Action> = (
  client: DynamoDBDocumentClient,
  input: CallInputs[A],
) => Promise<CallOutputs[A]>;

/** How each call is made with the document client. */
const commands: { [A in Action]: SendCall<A> } = {
  Get: (client, input) => client.send(new GetCommand(input)),
  Put: (client, input) => client.send(new PutCommand(input)),
  Update: (client, input) => client.send(new UpdateCommand(input)),
  Delete: (client, input) => client.send(new DeleteCommand(input)),
  Query: (client, input) => client.send(new QueryCommand(input)),
  BatchGet: (client, input) => client.send(new BatchGetCommand(input)),
};

/**
 * Sends each call with the credentials of the current organisation, unless the table or index is
 * not partitioned by organisation (`lib/tenancy.ts`).
 */
const tenantDocuments = ({ client, names, ofTenant = () => undefined }: Options): Documents => {
  const sharedDocuments = documentsOf(client);
  const nameByTable = new Map(Object.entries(names).map(([name, physical]) => [physical, name]));
  const documentsByClient = new WeakMap<DynamoDBClient, DynamoDBDocumentClient>();

  const clientFor = (input: Call['input']): DynamoDBDocumentClient => {
    const { TableName, IndexName, RequestItems = {} } = targetTables.parse(input);
    const name = nameByTable.get(TableName ?? Object.keys(RequestItems)[0] ?? '') ?? '';
    const tenantClient = isPerTenant({ name }, IndexName) ? ofTenant() : undefined;
    if (!tenantClient) return sharedDocuments;
    const documents = documentsByClient.get(tenantClient) ?? documentsOf(tenantClient);
    documentsByClient.set(tenantClient, documents);
    return documents;
  };

  return { send: async ({ action, input }) => commands[action](clientFor(input), input) };
};

export const openDatabase = (options: Options): Database => ({
  documents: tenantDocuments(options),
  nameOf: ({ name }) => {
    const physical = options.names[name];
    if (physical !== undefined) return physical;
    throw new Error(`This function may not use ${name}. Grant it in ${functionNeedsFiles}.`);
  },
  cursorKey: options.cursorKey,
});
