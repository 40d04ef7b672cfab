import { testOf } from '#lib/domain/integrations/call.rules.ts';
import { catalogue } from '#lib/domain/integrations/catalogue.ts';
import type {
  ChosenTest,
  IntegrationType,
} from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { closePeers, type Reply } from '../outgoing/peer.ts';
import { type Expected, expectedCalls, expectedTokens, fetchedToken } from './expected-calls.ts';
import { type InterceptedCall, openStandIn, type StandIn } from './stand-in.ts';
import { openedOfType, sampleValues, testConnection, variantsOf } from './samples.ts';

const clock = () => Date.UTC(2026, 10, 23);
let stand: StandIn;
let answer: (call: InterceptedCall) => Reply;

const isTokenCall = ({ body }: InterceptedCall): boolean => body.includes('grant_type=');
const tokenReply = { status: 201, body: JSON.stringify({ access_token: fetchedToken }) };

beforeEach(async () => {
  stand = await openStandIn((call) => (isTokenCall(call) ? tokenReply : answer(call)));
});
afterEach(closePeers);

type Case = { name: string; type: IntegrationType; chosen: Record<string, string> };

const cases: Case[] = catalogue
  .filter(({ local }) => !local)
  .flatMap((type) => variantsOf(type).map(([name, chosen]) => ({ name, type, chosen })));

const openedFor = ({ type, chosen }: Case) => openedOfType(type, sampleValues(type, chosen));
const testFor = (one: Case): ChosenTest => testOf(one.type, openedFor(one).values);

const calledCases = cases.filter((one) => ['call', 'token'].includes(testFor(one).kind));
const byName = (list: Case[]): [string, Case][] => list.map((one) => [one.name, one]);

/** A JSON text that has these values at these pointers. */
const jsonWithValues = (pairs: [pointer: string, value: unknown][]): string => {
  const root: Record<string, unknown> = {};
  for (const [pointer, value] of pairs) {
    const keys = pointer.split('/').slice(1);
    let part = root;
    for (const key of keys.slice(0, -1)) part = (part[key] ??= {}) as Record<string, unknown>;
    part[keys.at(-1) ?? ''] = value;
  }
  return JSON.stringify(root);
};

/** A service's answer to a successful test, with a name to show. */
const successReply = (test: ChosenTest, name: string): Reply => {
  if (test.kind !== 'call') return { status: 200, body: '{}' };
  if (test.answers === 'xml') return { status: 200, body: '<?xml version="1.0"?><HOSTS/>' };
  const { expects, needs, shows } = test;
  const body = jsonWithValues([
    ...(expects ? [[expects.at, expects.is] as [string, unknown]] : []),
    ...(needs ? [[needs.at, 'one'] as [string, unknown]] : []),
    ...(shows === undefined ? [] : [[shows, name] as [string, unknown]]),
  ]);
  return { status: 200, body };
};

const runTest = (one: Case) => testConnection(openedFor(one), { outgoing: stand.outgoing, clock });

const callOf = ({ method, address }: InterceptedCall): string => `${method} ${address}`;

describe('the test call of an integration', () => {
  it('is documented for every type that has a test call', () => {
    expect(Object.keys(expectedCalls).sort()).toEqual(calledCases.map(({ name }) => name).sort());
  });

  it.each(byName(calledCases))(
    'is the documented call of %s and shows the name',
    async (name, one) => {
      const test = testFor(one);
      answer = () => successReply(test, 'Ada Example');
      const showsAccount = test.kind === 'call' && test.shows !== undefined;
      const outcome = await runTest(one);
      expect(outcome).toEqual({ ok: true, ...(showsAccount && { connected_as: 'Ada Example' }) });
      const { call, headers } = expectedCalls[name] as Expected;
      const last = stand.meant.at(-1) as InterceptedCall;
      expect(callOf(last)).toBe(call);
      expect(last.headers).toMatchObject(headers);
    },
  );

  it.each(byName(calledCases))('fails for %s on status 401 with advice', async (_name, one) => {
    answer = () => ({ status: 401, body: 'no' });
    const isToken = testFor(one).kind === 'token';
    if (isToken) {
      stand = await openStandIn(() => ({ status: 401, body: '{"error":"invalid_client"}' }));
    }
    const outcome = await runTest(one);
    expect(outcome).toEqual({ ok: false, reason: expect.stringMatching(/401\)\. Check /) });
  });

  it.each(byName(calledCases))('follows no redirect of %s to another host', async (_name, one) => {
    const redirect = () => ({ status: 302, headers: { location: `${stand.elsewhere.url}/in` } });
    answer = redirect;
    if (testFor(one).kind === 'token') stand = await openStandIn(redirect);
    const outcome = await runTest(one);
    expect(outcome).toEqual({ ok: false, reason: expect.stringMatching(/another address\. /) });
    expect(stand.elsewhere.connections).toBe(0);
  });

  it.each(byName(calledCases))(
    'hides the secrets of %s that an answer repeats',
    async (_name, one) => {
      const test = testFor(one);
      answer = (call) =>
        successReply(test, `${JSON.stringify(call)} ${decodeURIComponent(call.path)}`);
      expect(JSON.stringify(await runTest(one))).not.toContain('canary');
      answer = (call) => ({ status: 500, body: JSON.stringify(call) });
      expect(JSON.stringify(await runTest(one))).not.toContain('canary');
    },
  );
});

describe('the access token of an integration', () => {
  const withToken = calledCases.filter(({ name }) => Object.hasOwn(expectedTokens, name));

  it.each(byName(withToken))('is requested for %s as documented', async (name, one) => {
    answer = () => successReply(testFor(one), 'Ada Example');
    await runTest(one);
    const [first] = stand.meant;
    const { call, fields } = expectedTokens[name] ?? { call: '', fields: {} };
    expect(callOf(first as InterceptedCall)).toBe(call);
    const { client_id = '', client_secret } = openedFor(one).values;
    expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      ...fields,
    });
  });
});
