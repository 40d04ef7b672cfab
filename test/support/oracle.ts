import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { EventEmitter } from 'node:events';
import { openDatabase } from '#lib/aws/database.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { TableSpec } from '#lib/kernel/table.ts';
import { createTableInput } from './create-table.ts';

type Asked = { headers: Record<string, unknown>; body: Uint8Array };

/** What dynalite, in memory, answers. Its handler is called directly, without a connection. */
export const answerOfDynalite = () => {
  const server = dynalite({ createTableMs: 0 });
  return ({ headers, body }: Asked) =>
    new Promise<{ status: number; body: string }>((resolve) => {
      const request = Object.assign(new EventEmitter(), { method: 'POST', url: '/', headers });
      const response = {
        statusCode: 200,
        setHeader() {},
        end: (text: string) => resolve({ status: response.statusCode, body: text }),
      };
      server.emit('request', request, response);
      request.emit('data', Buffer.from(body.buffer, body.byteOffset, body.byteLength));
      request.emit('end');
    });
};

/** dynalite asks for a signature's form and checks nothing of it. */
const signed = {
  'x-amz-date': 'now',
  authorization: 'AWS4-HMAC-SHA256 Credential=test, SignedHeaders=host, Signature=none',
};

/** What is for servers far away; it takes half of a call's time. */
const forFarServers = [
  'loggerMiddleware',
  'contentLengthMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
  'retryMiddleware',
  'httpSigningMiddleware',
];

/** Answers once the table takes calls: dynalite says so a moment after it has made it. */
const create = async (client: DynamoDBClient, table: TableSpec): Promise<void> => {
  await client.send(new CreateTableCommand(createTableInput(table)));
  const describe = new DescribeTableCommand({ TableName: table.name });
  while ((await client.send(describe)).Table?.TableStatus === 'CREATING');
};

/** Another implementation of DynamoDB, behind the adapter and the client that AWS is called by. */
export const openOracle = async (tables: readonly TableSpec[]): Promise<Database> => {
  const answer = answerOfDynalite();
  const client = new DynamoDBClient({
    endpoint: 'http://localhost',
    region: 'local',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: {
      metadata: { handlerProtocol: 'http/1.1' },
      async handle({ headers, body }: { headers: Record<string, string>; body: unknown }) {
        const bytes = body instanceof Uint8Array ? body : Buffer.from(String(body));
        const { status, body: text } = await answer({
          headers: { ...headers, ...signed },
          body: bytes,
        });
        const type = { 'content-type': 'application/x-amz-json-1.0' };
        return { response: { statusCode: status, headers: type, body: Buffer.from(text) } };
      },
      updateHttpClientConfig() {},
      httpHandlerConfigs: () => ({}),
    },
  });
  for (const name of forFarServers) client.middlewareStack.remove(name);
  for (const table of tables) await create(client, table);
  const names = Object.fromEntries(tables.map(({ name }) => [name, name]));
  return openDatabase({ client, names, cursorKey: 'unused' });
};
