import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Database } from '#lib/kernel/database.ts';
import { isPerTenant } from '#lib/tenancy.ts';

const agent = { keepAlive: true, maxSockets: 50 };
/** Connections to DynamoDB are kept open, and no burst of calls opens more than these. */
export const boundedSockets = {
  httpAgent: agent,
  httpsAgent: agent,
} satisfies DynamoDBClientConfig['requestHandler'];

type Options = {
  client: DynamoDBClient;
  /** Physical names of the tables that the function may use, by listed name. */
  names: Record<string, string>;
  cursorKey: string;
  /** The client of the organisation that the running call works for, where it works for one. */
  ofTenant?: () => DynamoDBClient | undefined;
};

const target = z.object({
  TableName: z.string().optional(),
  IndexName: z.string().optional(),
  RequestItems: z.record(z.string(), z.unknown()).optional(),
});

const documentsOf = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

type Command = Parameters<DynamoDBDocumentClient['send']>[0];

/**
 * Sends each command with the credentials of the organisation that it is for, unless the table or
 * index is not divided by organisations (`lib/tenancy.ts`).
 */
const dividing = ({ client, names, ofTenant = () => undefined }: Options) => {
  const own = documentsOf(client);
  const listed = new Map(Object.entries(names).map(([name, physical]) => [physical, name]));
  const ofClients = new WeakMap<DynamoDBClient, DynamoDBDocumentClient>();

  const clientFor = ({ input }: Command): DynamoDBDocumentClient => {
    const { TableName, IndexName, RequestItems = {} } = target.parse(input);
    const name = listed.get(TableName ?? Object.keys(RequestItems)[0] ?? '') ?? '';
    const narrowed = isPerTenant({ name }, IndexName) ? ofTenant() : undefined;
    if (!narrowed) return own;
    const documents = ofClients.get(narrowed) ?? documentsOf(narrowed);
    ofClients.set(narrowed, documents);
    return documents;
  };

  return new Proxy(own, {
    get: (documents, name) =>
      name === 'send'
        ? (command: Command) => clientFor(command).send(command)
        : Reflect.get(documents, name),
  });
};

export const openDatabase = (options: Options): Database => ({
  documents: dividing(options),
  nameOf: ({ name }) => {
    const physical = options.names[name];
    if (physical !== undefined) return physical;
    throw new Error(`This function may not use ${name}. Grant it in lib/stack/functions.ts.`);
  },
  cursorKey: options.cursorKey,
});
