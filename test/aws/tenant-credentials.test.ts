import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { STSClient } from '@aws-sdk/client-sts';
import { boundedSockets, openDatabase } from '#lib/aws/database.ts';
import { tenantClients, tenantScope } from '#lib/aws/tenant-credentials.ts';
import { botTable } from '#lib/domain/bots/bot.table.ts';
import { userTable } from '#lib/domain/users/user.table.ts';
import { type Database, getItem, readEntries } from '#lib/kernel/database.ts';
import { signerOf } from '../support/aws-access.ts';
import { clientOf, type Loopback, openLoopback } from '../support/loopback.ts';

const minute = 60_000;

let aws: Loopback;
/** Organisations of the sessions that were started. */
let startedSessions: string[];
/** The signer of each request to DynamoDB. */
let signers: string[];
/** The connections that requests to DynamoDB used. */
let connections: Set<number>;
let lifetime: number;
let db: Database;
const scope = tenantScope();
const clients: { destroy(): void }[] = [];

beforeEach(async () => {
  startedSessions = [];
  signers = [];
  connections = new Set();
  lifetime = 60 * minute;
  aws = await openLoopback((request) => {
    const { caller, service } = signerOf(request);
    if (service === 'sts') {
      const form = new URLSearchParams(request.body.toString());
      const tenant = form.get('Tags.member.1.Value') ?? '';
      startedSessions.push(tenant);
      const expires = new Date(Date.now() + lifetime).toISOString();
      return {
        headers: { 'content-type': 'text/xml' },
        body: `<AssumeRoleResponse><AssumeRoleResult><Credentials>
          <AccessKeyId>${tenant}</AccessKeyId><SecretAccessKey>s</SecretAccessKey>
          <SessionToken>t</SessionToken><Expiration>${expires}</Expiration>
          </Credentials></AssumeRoleResult></AssumeRoleResponse>`,
      };
    }
    signers.push(caller);
    connections.add(request.callerPort);
    return { headers: { 'content-type': 'application/x-amz-json-1.0' }, body: '{"Items":[]}' };
  });
  const connection = clientOf(aws);
  const client = new DynamoDBClient({ ...connection, requestHandler: boundedSockets });
  const sts = new STSClient(connection);
  const { endpoint, region } = connection;
  const roleArn = 'arn:aws:iam::111122223333:role/tenants';
  const { requestHandler } = client.config;
  const of = tenantClients({
    sts,
    roleArn,
    connection: { endpoint, region, maxAttempts: 1, requestHandler },
  });
  const ofTenant = () => {
    const tenantId = scope.current();
    return tenantId === undefined ? undefined : of(tenantId);
  };
  const names = { users: 'users-1', bots: 'bots-1' };
  db = openDatabase({ client, names, cursorKey: () => 'unused', ofTenant });
  clients.push(client, sts);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await aws.close();
});

const read = (tenant: string) =>
  scope.forTenant(tenant, () => getItem(db, userTable, { tenant_id: tenant, _id: 'ada' }));

describe('the data of an organisation', () => {
  it('is read with its own session, which is started once', async () => {
    for (let at = 0; at < 3; at += 1) await read('org_a');
    expect([startedSessions, signers]).toEqual([['org_a'], ['org_a', 'org_a', 'org_a']]);
  });

  it('is never read with the session of another organisation', async () => {
    const tenants = Array.from({ length: 40 }, (_, at) => `org_${at % 4}`);
    const currentTenants = await Promise.all(
      tenants.map((tenant) =>
        scope.forTenant(tenant, async () => {
          await getItem(db, userTable, { tenant_id: tenant, _id: 'ada' });
          return scope.current();
        }),
      ),
    );
    expect(currentTenants).toEqual(tenants);
    expect(signers.toSorted()).toEqual(tenants.toSorted());
  });

  it('is read with a new session before the last one expires', async () => {
    lifetime = minute;
    await read('org_a');
    await read('org_a');
    expect(startedSessions.length).toBeGreaterThan(1);
  });

  it('is requested with the own role of the function if no organisation is served', async () => {
    await getItem(db, userTable, { tenant_id: 'org_a', _id: 'ada' });
    expect([startedSessions, signers]).toEqual([[], ['test']]);
  });
});

describe('connections to DynamoDB', () => {
  it('are reused by one organisation after another', async () => {
    for (let at = 0; at < 10; at += 1) await read(`org_${at}`);
    expect([signers.length, connections.size]).toEqual([10, 1]);
  });

  it('are at most 50 for any number of simultaneous organisations', async () => {
    const tenants = Array.from({ length: 80 }, (_, at) => `org_${at}`);
    await Promise.all(tenants.map(read));
    expect(signers.toSorted()).toEqual(tenants.toSorted());
    expect(connections.size).toBeLessThanOrEqual(50);
  });
});

it('an index across organisations is read with the own role of the function', async () => {
  const question = { table: botTable, index: 'scheduled', partition: 'scheduled' };
  await scope.forTenant('org_a', async () => {
    for await (const _ of readEntries(db, question, {})) throw new Error('There is nothing.');
  });
  expect([startedSessions, signers]).toEqual([[], ['test']]);
});
