import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { closePeers, openHttpPeer, type Reply, type SeenRequest } from '../outgoing/peer.ts';
import { integrationId, nodeWorld, openedIntegration } from './node-world.ts';

const canary = 'canary-7f3a/"x"&y';
const integration = { type: 'rest_api', id: integrationId };

let reply: (request: SeenRequest) => Reply;
let target: Awaited<ReturnType<typeof openHttpPeer>>;
let elsewhere: Awaited<ReturnType<typeof openHttpPeer>>;

beforeEach(async () => {
  reply = () => ({ status: 200, body: 'ok' });
  target = await openHttpPeer((request) => reply(request));
  elsewhere = await openHttpPeer(() => ({ status: 200, body: 'here' }));
});
afterEach(closePeers);

type Kind = 'bearer' | 'basic' | 'header' | 'query';

/** Form values of a REST API, with the canary as its secret. */
const valuesOf: Record<Kind, Record<string, string>> = {
  bearer: { token: canary },
  basic: { username: 'anna', password: canary },
  header: { header_name: 'X-Api-Key', header_value: canary },
  query: { param_name: 'api_key', param_value: canary },
};

type RequestOptions = {
  values?: Record<string, string>;
  more?: Partial<OpenedIntegration>;
  settings?: object;
  tenant?: string;
};

const sendRequest = (
  kind: Kind,
  { values = {}, more = {}, settings = {}, tenant }: RequestOptions = {},
) => {
  const form = { api_url: target.url, auth_type: kind, ...valuesOf[kind], ...values };
  const integrations = [openedIntegration('rest_api', form, more)];
  const world = nodeWorld({ allow: [target.pair, elsewhere.pair], integrations });
  const all = { url: `${target.url}/hosts`, integration, ...settings };
  return world.perform('http_request', all, tenant);
};

const coded = encodeURIComponent(canary);
const basic = Buffer.from(`anna:${canary}`).toString('base64');

describe('a request with the secret of its integration', () => {
  it.each<[Kind, Record<string, string>, string, string]>([
    ['bearer', {}, 'authorization', `Bearer ${canary}`],
    ['basic', {}, 'authorization', `Basic ${basic}`],
    ['header', {}, 'x-api-key', canary],
    ['header', { header_name: 'User-Agent' }, 'user-agent', canary],
  ])('sends the secret as %s %j', async (kind, values, name, value) => {
    expect(await sendRequest(kind, { values })).toMatchObject({ type: 'done' });
    expect(target.seen[0]?.headers[name]).toBe(value);
  });

  it.each([
    ['', `?api_key=${coded}`],
    ['?a=b%20c&flag', `?a=b%20c&flag&api_key=${coded}`],
    ['?api_key=mine&a=1', `?a=1&api_key=${coded}`],
    ['?api%5Fkey=mine', `?api_key=${coded}`],
  ])(
    'adds the secret to the query %j and keeps the spelling of the query',
    async (query, sentQuery) => {
      const settings = { url: `${target.url}/hosts${query}` };
      await sendRequest('query', { settings });
      expect(target.seen[0]?.path).toBe(`/hosts${sentQuery}`);
    },
  );

  it('replaces a header of the same name from the settings', async () => {
    const headers = [{ name: 'AUTHORIZATION', value: 'mine' }];
    await sendRequest('bearer', { settings: { headers } });
    expect(target.seen[0]?.headers.authorization).toBe(`Bearer ${canary}`);
  });
});

describe('the secret of an integration', () => {
  const failure = async (outcome: ReturnType<typeof sendRequest>) => {
    const result = await outcome;
    expect(result).toMatchObject({ type: 'failed', retry: 'no' });
    expect(target.connections + elsewhere.connections).toBe(0);
    return 'error' in result ? result.error : '';
  };

  it('is not sent to an address outside the hosts of the integration', async () => {
    const more = { hosts: ['api.example.com', 'b.example.com:8443'] };
    expect(await failure(sendRequest('bearer', { more }))).toBe(
      'The secrets of "Key" may be sent to api.example.com, b.example.com:8443 only, not to ' +
        `http://${target.pair}. Check the address, or the integration.`,
    );
  });

  it.each([
    'https://api.example.com.evil.example/',
    'https://api.example.com:8443/',
    'http://api.example.com/',
    'https://API.EXAMPLE.COM./',
    'https://evil.example/api.example.com',
    'https://evil.example?api.example.com',
    'https://api.example.com%2eevil.example/',
    'https://evil.example\\@api.example.com/',
  ])('is not sent to %s', async (url) => {
    const more = { hosts: ['api.example.com'] };
    const error = await failure(sendRequest('bearer', { more, settings: { url } }));
    expect(error).toContain('may be sent to api.example.com only');
  });

  it('is not sent when the integration belongs to another organisation or is missing', async () => {
    const missingError = /does not exist, or it was deleted/;
    expect(await failure(sendRequest('bearer', { tenant: 'org_other' }))).toMatch(missingError);
    const settings = { integration: { type: 'rest_api', id: `int_${'1'.repeat(32)}` } };
    expect(await failure(sendRequest('bearer', { settings }))).toMatch(missingError);
  });

  it.each([
    ['ms_teams', /posts messages to one address\. Choose one that is called over HTTP/],
    ['webhook', /signs messages\. Choose one that is called over HTTP/],
    ['smtp', /is a mail server\. Choose one that is called over HTTP/],
  ])('is not sent when the integration is of the type %s', async (name, pattern) => {
    const type = integrationTypeOf(name);
    expect(await failure(sendRequest('bearer', { more: type ? { type } : {} }))).toMatch(pattern);
  });

  it.each([301, 302, 303, 307, 308])('is not sent to another host on a %i', async (status) => {
    reply = () => ({ status, headers: { location: `${elsewhere.url}/x` } });
    const kinds: [Kind, Record<string, string>][] = [
      ['bearer', {}],
      ['basic', {}],
      ['header', {}],
      ['header', { header_name: 'Accept' }],
      ['query', {}],
    ];
    for (const [kind, values] of kinds) await sendRequest(kind, { values });
    expect(elsewhere.seen).toHaveLength(kinds.length);
    const leaked = JSON.stringify(elsewhere.seen);
    expect([canary, coded, basic, 'canary'].filter((one) => leaked.includes(one))).toEqual([]);
  });
});

describe('a request that returns a sign-in page', () => {
  const headers = { 'content-type': 'text/html' };

  it.each([
    ['POST', { status: 203, headers }, 'failed'],
    ['GET', { status: 203, headers }, 'done'],
    ['POST', { status: 200, headers }, 'done'],
  ])('fails only for a change with status 203 (%s, %j: %s)', async (method, answer, type) => {
    reply = () => ({ ...answer, body: '<p>Sign in</p>' });
    expect(await sendRequest('bearer', { settings: { method } })).toMatchObject({
      type,
      output: { status: answer.status, body: '<p>Sign in</p>' },
    });
  });
});

describe('the record of a request', () => {
  it('names the integration', () => {
    const outcome = nodeWorld().begin('http_request', { url: 'https://a.example/', integration });
    expect(outcome).toMatchObject({ input: { integration } });
  });

  it.each<Kind>(['bearer', 'basic', 'header', 'query'])(
    'hides the secret even if the answer repeats it (%s)',
    async (kind) => {
      for (const status of [200, 403]) {
        reply = ({ headers, path }) => ({
          status,
          headers: { 'content-type': 'application/json', 'x-seen': path },
          body: JSON.stringify({ headers, [path]: [path], text: `<${canary}>`, number: 12 }),
        });
        const outcome = await sendRequest(kind);
        const storedText = JSON.stringify(outcome);
        expect(storedText).toContain('••••');
        expect([canary, coded, basic, 'canary'].filter((one) => storedText.includes(one))).toEqual(
          [],
        );
        expect(outcome).toMatchObject({ output: { status, body: { number: 12 } } });
      }
    },
  );

  it('hides a secret that the answer repeats as text or as a number', async () => {
    reply = () => ({ status: 200, body: `you sent ${canary}` });
    expect(await sendRequest('bearer')).toMatchObject({ output: { body: 'you sent ••••' } });
    const headers = { 'content-type': 'application/json' };
    reply = () => ({ status: 200, headers, body: '{"a":1234567890,"b":1}' });
    const numeric = await sendRequest('bearer', { values: { token: '1234567890' } });
    expect(numeric).toMatchObject({ output: { body: { a: '••••', b: 1 } } });
  });
});
