import { createServer, type ServerResponse } from 'node:http';
import { stsCalls } from '#lib/aws/sts-calls.ts';
import { aws } from '#lib/domain/integrations/catalogue/aws.ts';
import { proveRole } from '#lib/engine/integrations/prove-role.ts';
import { testConnection } from '#lib/engine/integrations/test-connection.ts';
import type { PolicyDocument } from '#test/support/iam.ts';
import { clientOf } from '#test/support/loopback.ts';
import { noAws } from '#test/support/no-aws.ts';
import { openStsServer, ourUser, type StsServer } from '#test/support/sts-server.ts';
import { adoptServer, closePeers } from '../outgoing/peer.ts';
import { openedOfType } from './samples.ts';

const account = '111122223333';
const role_arn = `arn:aws:iam::${account}:role/cloudwarden-integration-0a1b2c`;
const external_id = 'ours-0123456789abcdef0123456789abcdef';
const role = { account, role_arn, external_id };

let sts: StsServer;
beforeEach(async () => {
  sts = await openStsServer();
});
afterEach(() => sts.close());

const trustWith = (conditions?: Record<string, Record<string, string>>): PolicyDocument => ({
  Statement: [
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { AWS: 'arn:aws:iam::999988887777:root' },
      Condition: { ArnLike: { 'aws:PrincipalArn': ourUser }, ...conditions },
    },
  ],
});
const withId = (id: string) => trustWith({ StringEquals: { 'sts:ExternalId': id } });

const prove = () => proveRole(stsCalls(clientOf(sts)))(role);

describe('the proof of the role of an AWS account', () => {
  it('waits until the role exists and then succeeds', async () => {
    expect(await prove()).toEqual({
      kind: 'waiting',
      reason: expect.stringContaining('The stack may not be ready yet'),
    });
    sts.roles.set(role_arn, { trust: withId(external_id) });
    expect(await prove()).toEqual({ kind: 'proven', arn: role_arn });
  });

  it('refuses a role that can be assumed without the external ID', async () => {
    sts.roles.set(role_arn, { trust: trustWith() });
    expect(await prove()).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('This role can be assumed without the external ID'),
    });
  });

  it('refuses a role that accepts any external ID', async () => {
    sts.roles.set(role_arn, { trust: trustWith({ StringLike: { 'sts:ExternalId': '*' } }) });
    expect(await prove()).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('This role accepts any external ID'),
    });
  });

  it('refuses a role of another account', async () => {
    sts.roles.set(role_arn, { trust: withId(external_id), account: '444455556666' });
    expect(await prove()).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('belongs to the account 444455556666, not to 111122223333'),
    });
  });

  it('does not succeed with a role that trusts another external ID', async () => {
    sts.roles.set(role_arn, { trust: withId('somebody-elses') });
    expect((await prove()).kind).toBe('waiting');
  });

  it('uses sessions that may do nothing', async () => {
    sts.roles.set(role_arn, { trust: withId(external_id) });
    await prove();
    const denyAll = { Effect: 'Deny', Action: '*', Resource: '*' };
    const ids = sts.asked.map((one) => one.external_id);
    expect(ids).toEqual([external_id, null, expect.stringMatching(/^[0-9a-f]{48}$/)]);
    for (const { policy } of sts.asked) {
      expect(JSON.parse(String(policy)).Statement).toEqual([denyAll]);
    }
  });

  it('is unknown with a reason when AWS cannot be reached', async () => {
    const closedServer = await openStsServer();
    await closedServer.close();
    expect(await proveRole(stsCalls(clientOf(closedServer)))(role)).toEqual({
      kind: 'unknown',
      reason:
        "AWS STS cannot be reached (ECONNREFUSED). Check this server's connection to the internet.",
    });
  });

  it.each([
    ['never answers', () => undefined],
    [
      'answers too slowly',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/xml' });
        const timer = setInterval(() => response.write('<'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('is unknown when AWS %s', async (_, respond) => {
    const peer = await adoptServer(createServer((_request, response) => respond(response)));
    const calls = stsCalls(clientOf({ endpoint: peer.url, close: closePeers }), 150);
    expect(await proveRole(calls)(role)).toMatchObject({
      kind: 'unknown',
      reason: expect.stringMatching(/^AWS STS cannot be reached \(\w+Error\)\./),
    });
    await closePeers();
  });
});

describe('an endless answer of AWS', () => {
  it('is cut off at the size limit', async () => {
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
    const peer = await adoptServer(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/xml' });
        const writeMore = () => {
          while (!response.destroyed && response.write('<a/>'.repeat(1000)));
        };
        response.on('drain', writeMore).on('close', onClosed);
        writeMore();
      }),
    );
    const calls = stsCalls(clientOf({ endpoint: peer.url, close: closePeers }));
    expect(await proveRole(calls)(role)).toEqual({
      kind: 'unknown',
      reason: 'The call to AWS STS failed (AnswerTooLarge). Try again later.',
    });
    await closed;
    await closePeers();
  });
});

describe('the test of a connected AWS account', () => {
  const testAccount = () => {
    const values = { account_id: account, region: 'eu-west-1', role_arn, external_id };
    const outgoing = () => Promise.reject(new Error('called'));
    const agentsOf = { list: async () => ({ ids: [] }) };
    const prover = proveRole(stsCalls(clientOf(sts)));
    const deps = {
      outgoing,
      dial: outgoing,
      clock: () => 0,
      proveRole: prover,
      agentsOf,
      aws: noAws,
    };
    return testConnection(openedOfType(aws, values), deps);
  };

  it('shows the role and fails when the role is gone or trusts too much', async () => {
    sts.roles.set(role_arn, { trust: withId(external_id) });
    expect(await testAccount()).toEqual({ ok: true, connected_as: role_arn });
    sts.roles.set(role_arn, { trust: trustWith() });
    expect(await testAccount()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/without the external ID/),
    });
    sts.roles.delete(role_arn);
    expect(await testAccount()).toMatchObject({ ok: false });
  });
});
