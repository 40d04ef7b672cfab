import { testOf } from '#lib/domain/integrations/call.rules.ts';
import { catalogue } from '#lib/domain/integrations/catalogue.ts';
import type {
  ChosenTest,
  IntegrationType,
} from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { closePeers, type Reply } from '../outgoing/peer.ts';
import { type Expected, expectedCalls, expectedTokens, fetched } from './expected-calls.ts';
import { type Meant, type StandIn, standIn } from './loopback.ts';
import { openedOf, sampleValues, testConnection, variantsOf } from './samples.ts';

const clock = () => Date.UTC(2026, 10, 23);
let stand: StandIn;
let answer: (seen: Meant) => Reply;

const isTokenCall = ({ body }: Meant): boolean => body.includes('grant_type=');
const tokenReply = { status: 201, body: JSON.stringify({ access_token: fetched }) };

beforeEach(async () => {
  stand = await standIn((seen) => (isTokenCall(seen) ? tokenReply : answer(seen)));
});
afterEach(closePeers);

type Case = { name: string; type: IntegrationType; chosen: Record<string, string> };

const cases: Case[] = catalogue
  .filter(({ local }) => !local)
  .flatMap((type) => variantsOf(type).map(([name, chosen]) => ({ name, type, chosen })));

const openedFor = ({ type, chosen }: Case) => openedOf(type, sampleValues(type, chosen));
const testFor = (one: Case): ChosenTest => testOf(one.type, openedFor(one).values);

const called = cases.filter((one) => ['call', 'token'].includes(testFor(one).kind));
const byName = (list: Case[]): [string, Case][] => list.map((one) => [one.name, one]);

/** A JSON text that has these values at these pointers. */
const holding = (pairs: [pointer: string, value: unknown][]): string => {
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
const content = (test: ChosenTest, name: string): Reply => {
  if (test.kind !== 'call') return { status: 200, body: '{}' };
  if (test.answers === 'xml') return { status: 200, body: '<?xml version="1.0"?><HOSTS/>' };
  const { expects, needs, shows } = test;
  const body = holding([
    ...(expects ? [[expects.at, expects.is] as [string, unknown]] : []),
    ...(needs ? [[needs.at, 'one'] as [string, unknown]] : []),
    ...(shows === undefined ? [] : [[shows, name] as [string, unknown]]),
  ]);
  return { status: 200, body };
};

const tested = (one: Case) =>
  testConnection(openedFor(one), { outgoing: stand.outgoing, clock });

const callOf = ({ method, address }: Meant): string => `${method} ${address}`;

describe('the test call of an integration', () => {
  it('is documented for every type that has a test call', () => {
    expect(Object.keys(expectedCalls).sort()).toEqual(called.map(({ name }) => name).sort());
  });

  it.each(byName(called))('is the documented call of %s and shows the name', async (name, one) => {
    const test = testFor(one);
    answer = () => content(test, 'Ada Example');
    const shows = test.kind === 'call' && test.shows !== undefined;
    const outcome = await tested(one);
    expect(outcome).toEqual({ ok: true, ...(shows && { connected_as: 'Ada Example' }) });
    const { call, headers } = expectedCalls[name] as Expected;
    const last = stand.meant.at(-1) as Meant;
    expect(callOf(last)).toBe(call);
    expect(last.headers).toMatchObject(headers);
  });

  it.each(byName(called))('fails for %s on status 401 with advice', async (_name, one) => {
    answer = () => ({ status: 401, body: 'no' });
    const isToken = testFor(one).kind === 'token';
    if (isToken) {
      stand = await standIn(() => ({ status: 401, body: '{"error":"invalid_client"}' }));
    }
    const outcome = await tested(one);
    expect(outcome).toEqual({ ok: false, reason: expect.stringMatching(/401\)\. Check /) });
  });

  it.each(byName(called))('follows no redirect of %s to another host', async (_name, one) => {
    const away = () => ({ status: 302, headers: { location: `${stand.elsewhere.url}/in` } });
    answer = away;
    if (testFor(one).kind === 'token') stand = await standIn(away);
    const outcome = await tested(one);
    expect(outcome).toEqual({ ok: false, reason: expect.stringMatching(/another address\. /) });
    expect(stand.elsewhere.connections).toBe(0);
  });

  it.each(byName(called))('hides the secrets of %s that an answer repeats', async (_name, one) => {
    const test = testFor(one);
    answer = (seen) => content(test, `${JSON.stringify(seen)} ${decodeURIComponent(seen.path)}`);
    expect(JSON.stringify(await tested(one))).not.toContain('canary');
    answer = (seen) => ({ status: 500, body: JSON.stringify(seen) });
    expect(JSON.stringify(await tested(one))).not.toContain('canary');
  });
});

describe('the access token of an integration', () => {
  const withToken = called.filter(({ name }) => Object.hasOwn(expectedTokens, name));

  it.each(byName(withToken))('is requested for %s as documented', async (name, one) => {
    answer = () => content(testFor(one), 'Ada Example');
    await tested(one);
    const [first] = stand.meant;
    const { call, fields } = expectedTokens[name] ?? { call: '', fields: {} };
    expect(callOf(first as Meant)).toBe(call);
    const { client_id = '', client_secret } = openedFor(one).values;
    expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      ...fields,
    });
  });
});
