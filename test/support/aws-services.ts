import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TableSpec } from '#lib/kernel/table.ts';
import { tables } from '#lib/tables.ts';
import { createTableInput } from './create-table.ts';
import { openConnections } from './connections-server.ts';
import { openEventBridge } from './eventbridge-server.ts';
import { openKms } from './kms-server.ts';
import { openDynalite } from './dynalite.ts';
import {
  awsError,
  clientOf,
  type LoopbackAnswer,
  type LoopbackRequest,
  openLoopback,
} from './loopback.ts';
import { openSchedulerServer } from './scheduler-server.ts';
import { openPythonFunction } from './python-function.ts';
import { listingXml } from './s3-server.ts';
import { openSes } from './ses-server.ts';

export type Answer = (request: LoopbackRequest) => LoopbackAnswer | Promise<LoopbackAnswer>;

/** Forwards a request to another server on this machine. */
export const forwardTo =
  ({ endpoint }: { endpoint: string }, change = (text: string) => text): Answer =>
  async ({ method, path, query, headers, body }) => {
    const { host, connection, 'content-length': length, ...rest } = headers;
    const text = change(body.toString());
    const answer = await fetch(`${endpoint}${path}?${query.toString()}`, {
      method,
      headers: Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
      ...(method !== 'GET' && { body: text }),
    });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    const kind = answer.headers.get('x-amzn-errortype');
    return {
      status: answer.status,
      headers: { 'content-type': type, ...(kind !== null && { 'x-amzn-errortype': kind }) },
      body: await answer.text(),
    };
  };

/** DynamoDB in memory, with the listed tables under their physical names. */
export const openDynamo = async (physicalName: (table: TableSpec) => string) => {
  const { ask } = openDynalite();
  const type = { 'content-type': 'application/x-amz-json-1.0' };
  const answer: Answer = async ({ headers, body }) => {
    const [, operation = ''] = String(headers['x-amz-target']).split('.');
    const result = await ask(operation, JSON.parse(String(body)));
    return { status: result.status, headers: type, body: JSON.stringify(result.body) };
  };
  const server = await openLoopback(answer);
  const client = new DynamoDBClient(clientOf(server));
  for (const table of tables) {
    const input = createTableInput({ ...table, name: physicalName(table) });
    await client.send(new CreateTableCommand(input));
  }
  client.destroy();
  return { ...server, answer };
};

const json = (body: object): LoopbackAnswer => ({
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify(body),
});

/** Buckets in which objects can be stored, read and deleted. */
export const openBuckets = () => {
  const objects = new Map<string, Buffer>();
  const notFoundXml =
    '<Error><Code>NoSuchKey</Code><Message>There is no such key.</Message></Error>';
  const xml = { 'content-type': 'application/xml' };
  const answer: Answer = ({ method, path, query, body }) => {
    const [, bucket = '', key = ''] = path.split('/');
    if (method === 'PUT') objects.set(path, body);
    if (method === 'DELETE') objects.delete(path);
    if (method !== 'GET') return {};
    if (key === '') return { headers: xml, body: listingXml(objects.keys(), `/${bucket}`, query) };
    const found = objects.get(path);
    return found ? { body: found } : { status: 404, headers: xml, body: notFoundXml };
  };
  return { objects, answer };
};

/** A user pool whose accounts are all in the group that was created last. */
const openUserPool = (invited: string[]): Answer => {
  let Groups: { GroupName: string }[] = [];
  return ({ headers, body }) => {
    const { Username, GroupName } = JSON.parse(body.toString());
    const operation = String(headers['x-amz-target']).split('.').at(-1);
    const Attributes = [{ Name: 'sub', Value: `sub of ${Username}` }];
    if (operation === 'CreateGroup') Groups = [{ GroupName }];
    if (operation === 'AdminListGroupsForUser') return json({ Groups });
    if (operation === 'AdminGetUser') return json({ Username, UserAttributes: Attributes });
    if (operation !== 'AdminCreateUser') return json({});
    if (invited.includes(Username)) return awsError('UsernameExistsException');
    invited.push(Username);
    return json({ User: { Username, Attributes } });
  };
};

/** The services that functions call, each answering as in its own contract test. */
export const openServices = async (physicalName: (table: TableSpec) => string) => {
  const [dynamo, kms, eventBridge, scheduler, ses, connections, python] = await Promise.all([
    openDynamo(physicalName),
    openKms(),
    openEventBridge(),
    openSchedulerServer(0),
    openSes(),
    openConnections(),
    openPythonFunction(),
  ]);
  const s3 = openBuckets();
  const invited: string[] = [];
  const posted = forwardTo(connections);
  const answers: Record<string, Answer> = {
    dynamodb: dynamo.answer,
    kms: forwardTo(kms),
    events: forwardTo(eventBridge),
    scheduler: forwardTo(scheduler),
    ses: forwardTo(ses),
    lambda: forwardTo(python),
    s3: s3.answer,
    'execute-api': (request) =>
      posted({ ...request, path: request.path.slice(request.path.indexOf('/@')) }),
    secretsmanager: () => json({ SecretString: 'the text that keys hashes' }),
    'cognito-idp': openUserPool(invited),
  };
  const close = async () => {
    const servers = [dynamo, kms, eventBridge, scheduler, ses, connections, python];
    await Promise.all(servers.map((one) => one.close()));
  };
  const served = { dynamo, kms, eventBridge, scheduler, ses, connections, python };
  return { answers, ...served, s3, invited, close };
};
