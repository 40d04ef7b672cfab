import * as fc from 'fast-check';
import { openServiceCalls } from '#lib/aws/service-calls.ts';
import type { AwsRequest } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { clientOf } from '#test/support/loopback.ts';
import { openStsServer, ourUser, type StsServer } from '#test/support/sts-server.ts';
import { caseCount } from '#test/support/thorough.ts';

// The worst case: both organisations have connected the same role, with the same external id.
const role = { role_arn: 'arn:aws:iam::111122223333:role/r', external_id: 'ours-0123456789abcdef' };
const trust = {
  Statement: [{ Effect: 'Allow' as const, Action: 'sts:AssumeRole', Principal: { AWS: ourUser } }],
};
const policyOf = (Action: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
  });

type Call = {
  tenant_id: string;
  accountId: string;
  policy: string;
  region: string;
  session: string;
  service: 'logs' | 'kms';
};

const operations = { logs: 'PutRetentionPolicy', kms: 'DisableKey' } as const;

const requestOf = ({ tenant_id, accountId, service, ...rest }: Call): AwsRequest => ({
  ...rest,
  owner: { tenant_id, accountId },
  role,
  service,
  operation: operations[service],
  parameters: {
    ...(service === 'logs' && { logGroupName: 'a', retentionInDays: 7 }),
    ...(service === 'kms' && { KeyId: 'k' }),
  },
  timeoutMs: 10_000,
});

/** A received call: its connection and its session. */
type ReceivedCall = { port: number; key: string; policy: string | null; session: string | null };

const headers = { 'content-type': 'application/x-amz-json-1.1' };
let receivedCalls: ReceivedCall[];
let sts: StsServer;
let now: number;
let call: (one: Call) => Promise<ReceivedCall>;

beforeEach(async () => {
  receivedCalls = [];
  now = Date.now();
  sts = await openStsServer((request, session) => {
    const [, key = ''] = /Credential=([^/]+)/.exec(String(request.headers.authorization)) ?? [];
    const { policy = null, session: name = null } = session ?? {};
    receivedCalls.push({ port: request.callerPort, key, policy, session: name });
    return { headers, body: '{}' };
  });
  sts.roles.set(role.role_arn, { trust });
  const services = { endpoint: sts.endpoint };
  const calls = openServiceCalls({ stsConfig: clientOf(sts), services, clock: () => now });
  call = async (one) => {
    expect(await calls(requestOf(one))).toMatchObject({ kind: 'answered' });
    const [last] = receivedCalls.slice(-1);
    if (!last) throw new Error('Nothing came.');
    return last;
  };
});
afterEach(() => sts.close());

const first: Call = {
  tenant_id: 'org_1',
  accountId: 'int_1',
  policy: policyOf('logs:PutRetentionPolicy'),
  region: 'eu-west-1',
  session: 'cloudwarden-exc_1',
  service: 'logs',
};

describe('calls to AWS', () => {
  it('in sequence share one session, and one connection for a minute', async () => {
    const calls = [await call(first), await call(first), await call(first)];
    expect(new Set(calls.map(({ port }) => port)).size).toBe(1);
    expect(sts.asked).toHaveLength(1);
    now += 60_000;
    const later = await call(first);
    expect(later.port).not.toBe(calls[0]?.port);
    expect(later.key).toBe(calls[0]?.key);
    expect(sts.asked).toHaveLength(1);
  });

  it('at the same time share one session', async () => {
    await Promise.all([call(first), call(first), call(first)]);
    expect(sts.asked).toHaveLength(1);
  });

  it('start a new session with a new client after the old one expired', async () => {
    const before = await call(first);
    // The fake role's session ends in 2100.
    now = Date.parse('2100-01-01T00:00:00Z');
    const after = await call(first);
    expect(after.key).not.toBe(before.key);
    expect(after.port).not.toBe(before.port);
  });

  it('never share sessions or connections across organisations or rights', async () => {
    const of = <T>(...values: T[]) => fc.constantFrom(...values);
    const calls = fc.record<Call>({
      tenant_id: of('org_1', 'org_2'),
      accountId: of('int_1', 'int_2'),
      policy: of(policyOf('logs:*'), policyOf('*')),
      region: of('eu-west-1', 'us-east-1'),
      session: of('cloudwarden-exc_1', 'cloudwarden-exc_2'),
      service: of('logs', 'kms'),
    });
    const list = fc.array(calls, { minLength: 2, maxLength: 12 });
    const [byPort, bySession] = [new Map<number, Call>(), new Map<string, Call>()];
    await fc.assert(
      fc.asyncProperty(list, async (sequence) => {
        for (const one of sequence) {
          const { port, key, policy, session } = await call(one);
          expect({ policy, session }).toEqual({ policy: one.policy, session: one.session });
          expect(byPort.get(port) ?? one).toEqual(one);
          byPort.set(port, one);
          const { region, service, ...ofSession } = one;
          const { region: _, service: __, ...expectedSession } = bySession.get(key) ?? one;
          expect(expectedSession).toEqual(ofSession);
          bySession.set(key, one);
        }
      }),
      { numRuns: caseCount({ usual: 15, thorough: 200 }) },
    );
    const kinds = new Set(
      [...bySession.values()].map(({ region, service, ...one }) => JSON.stringify(one)),
    );
    expect(sts.asked.length).toBe(kinds.size);
  });
});
