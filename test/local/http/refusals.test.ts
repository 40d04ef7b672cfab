import { pathVariables } from '#lib/kernel/route.ts';
import { allRoutes } from '#lib/routes.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { refusalProblemsOf } from './refusal-shape.ts';
import { sendRequest } from './raw-http.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(async () => {
  // No input may have caused an unexpected failure.
  expect(product.errors()).not.toContain('"level":"error"');
  await product.close();
});

const call = (method: string, path: string, body = '', extra: Record<string, string> = {}) => {
  const headers = { authorization: product.api_key, ...extra };
  return sendRequest(product.port, `/api/${path}`, { method, headers, body });
};

const everyRoute = Object.values(allRoutes).flatMap((routes) => Object.values(routes));
const withIds = everyRoute.filter(({ path }) => path.includes('{'));
const lists = everyRoute.filter(({ method, path }) => method === 'GET' && !path.includes('{'));

const hostileIds = [
  '__proto__',
  'constructor',
  'toString',
  'bot_',
  '%20',
  '%00',
  '%2e%2e%2f%2e%2e%2fledger.db',
  '%F0%9F%92%A5',
  '%27%20or%201=1%20--',
  '%7B%22S%22%3A%22x%22%7D',
  'x'.repeat(1024),
  'x'.repeat(8 * 1024),
  '%F0%9F%92%A5'.repeat(600),
];

describe('an invalid id', () => {
  const cases = withIds.map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

  it.each(cases)('is refused by $name, whatever its text', async ({ method, path }) => {
    for (const id of hostileIds) {
      const target = pathVariables(path).reduce((text, one) => text.replace(`{${one}}`, id), path);
      const body = method === 'GET' || method === 'DELETE' ? '' : '{}';
      const answer = await call(method, target, body);
      expect({ id: id.slice(0, 40), problems: refusalProblemsOf(answer) }).toEqual({
        id: id.slice(0, 40),
        problems: [],
      });
    }
  });
});

describe('the query of a list', () => {
  const cases = lists.map((route) => ({ name: `${route.method} ${route.path}`, path: route.path }));

  it.each(cases)('is refused with 400 when $name does not know the parameter', async ({ path }) => {
    const queries = [
      '__proto__=1',
      '__proto__[polluted]=1',
      'constructor=1',
      'constructor[prototype][polluted]=1',
      'toString=1',
      'surprise=1',
      '=1',
      '%00=1',
      'tenant_id=org_1',
      'surprise=1&surprise=2',
    ];
    for (const query of queries) {
      const answer = await call('GET', `${path}?${query}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 400 });
      expect(refusalProblemsOf(answer)).toEqual([]);
    }
  });

  it.each([
    'number_of_items=10&number_of_items=20',
    'number_of_items=0',
    'number_of_items=101',
    'number_of_items=1e1',
    'number_of_items=0x10',
    'number_of_items=010',
    'number_of_items=%2B5',
    'number_of_items=%205',
    'number_of_items=-1',
    'number_of_items=',
    'number_of_items[]=1',
    'number_of_items=%31%30&number_of_items=10',
    'next=garbage',
    `next=${'x'.repeat(1024)}`,
    'next=%00',
    'next=__proto__',
  ])('is parsed strictly: %s', async (query) => {
    const answer = await call('GET', `bots?${query}`);
    expect(answer.status).toBe(400);
    expect(refusalProblemsOf(answer)).toEqual([]);
  });
});

describe('a filter with several values', () => {
  const list = (query: string) => call('GET', `bot_executions?${query}`);

  it.each(['state=FAILED', 'state=FAILED,CANCELLED', 'state=FAILED%2CCANCELLED,FAILED'])(
    'is accepted as one parameter: %s',
    async (query) => {
      expect((await list(query)).status).toBe(200);
    },
  );

  it.each([
    'state=',
    'state=FAILED,',
    'state=FAILED,LOST',
    'state=FAILED&state=CANCELLED',
    'state[]=FAILED',
  ])('is refused with the name of its field: %s', async (query) => {
    const answer = await list(query);
    expect(answer.status).toBe(400);
    expect(refusalProblemsOf(answer)).toEqual([]);
    const field = query.startsWith('state[]') ? 'state[]' : 'state';
    expect(JSON.parse(answer.body)).toMatchObject({ field });
  });
});

describe('a body', () => {
  const deep = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const bodies: [string, string][] = [
    ['no text', ''],
    ['a blank', ' '],
    ['half of an object', '{"name":'],
    ['two objects', '{}{}'],
    ['a list', '[]'],
    ['a text', '"name"'],
    ['null', 'null'],
    ['a number', '1'],
    ['single quotes', "{'name':1}"],
    ['a comma too many', '{"name":"a",}'],
    ['NaN', '{"name":NaN}'],
    ['a comment', '{"name":"a"/*b*/}'],
    ['a byte order mark', '\uFEFF{}'],
    ['an unknown field', '{"surprise":1}'],
    ['a prototype', '{"__proto__":{"polluted":1}}'],
    ['a constructor', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['a name that is an object', '{"name":{"$gt":""}}'],
    ['a name that is a list', '{"name":["a"]}'],
    ['a name that is null', '{"name":null}'],
    ['a tenant', '{"name":"a","tenant_id":"org_1"}'],
    [
      'XML',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    ],
    ['form data', 'name=a&description=b'],
    ['65 levels', deep(64)],
    ['100,000 levels', deep(100_000)],
    ['a NUL', '{"name":"a\\u0000"}'],
    ['half a surrogate pair', '{"name":"\\ud800"}'],
    ['a long name', JSON.stringify({ name: 'x'.repeat(100_000) })],
  ];
  const posts = ['bots', 'listeners', 'bot_executions'];

  it.each(bodies)(
    'of %s is refused with 400 by every call that creates an entity',
    async (_n, body) => {
      for (const path of posts) {
        const answer = await call('POST', path, body);
        expect({ path, status: answer.status }).toEqual({ path, status: 400 });
        expect(refusalProblemsOf(answer)).toEqual([]);
      }
    },
  );

  it.each([
    ['a lone byte', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong slash', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le')],
  ])('that is not UTF-8 is refused with 400: %s', async (_name, body) => {
    const answer = await fetch(`${product.url}/api/bots`, {
      method: 'POST',
      headers: { authorization: product.api_key },
      body,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(Object(await answer.json()))).toEqual(['error']);
  });

  it('that was refused creates no bot and pollutes no prototype', async () => {
    const { items } = await product.api.bots.listBots({});
    expect(items.map(({ _id }) => _id)).toEqual([product.sample.bot_id]);
    const answer = await call('GET', 'listeners');
    expect(answer.body).not.toContain('polluted');
    expect(answer.status).toBe(200);
  });
});

const inertPolicy =
  "sandbox; default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

describe('every response of the API', () => {
  it('has headers against caching, sniffing and scripts, whatever its status', async () => {
    for (const path of ['users/me', 'bots', 'bots/bot_1', 'nope', 'bots?surprise=1']) {
      const { headers } = await call('GET', path);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': inertPolicy,
      });
      expect(Object.keys(headers)).not.toContain('access-control-allow-origin');
      expect(Object.keys(headers)).not.toContain('set-cookie');
      expect(Object.keys(headers)).not.toContain('location');
      expect(Object.keys(headers)).not.toContain('x-powered-by');
      expect(Object.keys(headers)).not.toContain('server');
    }
  });

  it('allows no other origin', async () => {
    const corsHeaders = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    const preflight = await call('OPTIONS', 'bots', '', corsHeaders);
    const simple = await call('GET', 'bots', '', { origin: 'http://evil.example' });
    for (const { headers } of [preflight, simple]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('every refusal of the webhook address', () => {
  it.each([
    ['an unknown listener', 'POST', 'lst_1', '{}', 401],
    ['no signature', 'POST', '', '{}', 401],
    ['another method', 'GET', '', '', 405],
    ['another address', 'POST', '/more', '{}', 404],
    ['broken percent-encoding', 'POST', '%zz', '{}', 400],
  ])('is inert JSON: %s', async (_name, method, tail, body, status) => {
    const { pathname } = new URL(product.sample.webhook_url);
    const target = tail === 'lst_1' ? pathname.replace(/[^/]+$/, tail) : pathname + tail;
    const headers = { 'content-type': 'application/json' };
    const answer = await sendRequest(product.port, target, { method, headers, body });
    expect(answer.status).toBe(status);
    expect(refusalProblemsOf(answer)).toEqual([]);
    expect(answer.headers['content-security-policy']).toBe(inertPolicy);
  });
});
