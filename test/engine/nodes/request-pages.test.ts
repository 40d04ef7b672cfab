import { check } from '#lib/engine/check.ts';
import { limits } from '#lib/kernel/limits.ts';
import { draw } from '#test/support/drawing.ts';
import { closePeers, openHttpPeer, type Reply, type SeenRequest } from '../outgoing/peer.ts';
import { idempotencyKey, integrationId, nodeWorld, openedIntegration } from './node-world.ts';

let reply: (query: URLSearchParams, request: SeenRequest) => unknown;
let peer: Awaited<ReturnType<typeof openHttpPeer>>;
let head: Record<string, string>;

beforeEach(async () => {
  head = {};
  peer = await openHttpPeer((request): Reply => {
    const body = reply(new URL(request.path, 'http://a').searchParams, request);
    const headers = { 'content-type': 'application/json', ...head };
    return { status: 200, headers, body: JSON.stringify(body) };
  });
});
afterEach(closePeers);

const ask = (settings: object, options: Parameters<typeof nodeWorld>[0] = {}) =>
  nodeWorld({ allow: [peer.pair], ...options }).perform('http_request', {
    url: `${peer.url}/hosts?size=2`,
    ...settings,
  });

const paths = () => peer.seen.map(({ path }) => path);

describe('following the pages of an HTTP request', () => {
  it('requests page numbers until a page is empty', async () => {
    reply = (query) => {
      const page = Number(query.get('page'));
      return page <= 3 ? [page * 2 - 1, page * 2] : [];
    };
    expect(await ask({ paging: 'page_number' })).toEqual({
      type: 'done',
      handle: 'next',
      output: expect.objectContaining({
        status: 200,
        body: [1, 2, 3, 4, 5, 6],
        pages: 4,
        complete: true,
      }),
    });
    expect(paths()).toEqual([1, 2, 3, 4].map((page) => `/hosts?size=2&page=${page}`));
    const keys = peer.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([
      idempotencyKey,
      `${idempotencyKey}:1`,
      `${idempotencyKey}:2`,
      `${idempotencyKey}:3`,
    ]);
  });

  it('starts at the chosen first page and uses the chosen parameter name', async () => {
    reply = (query) => (query.get('offset') === '0' ? [1] : []);
    await ask({ paging: 'page_number', page_parameter: 'offset', first_page: 0 });
    expect(paths()).toEqual(['/hosts?size=2&offset=0', '/hosts?size=2&offset=1']);
  });

  it('follows a cursor until an answer has none', async () => {
    reply = (query) => {
      const after = query.get('after') ?? '';
      const meta = after === 'b&c' ? {} : { next: after === '' ? 'a' : 'b&c' };
      return { data: { items: [after] }, meta };
    };
    const pageSettings = {
      items_path: '/data/items',
      next_path: '/meta/next',
      page_parameter: 'after',
    };
    const outcome = await ask({ paging: 'cursor', ...pageSettings });
    expect(outcome).toMatchObject({ output: { body: ['', 'a', 'b&c'], complete: true } });
    expect(paths()).toEqual([
      '/hosts?size=2',
      '/hosts?size=2&after=a',
      '/hosts?size=2&after=b%26c',
    ]);
  });

  it.each([
    ['an address', (page: number) => `${peer.url}/hosts?n=${page}`],
    ['a path', (page: number) => `/hosts?n=${page}`],
    ['a query', (page: number) => `?n=${page}`],
  ])('follows %s of the next page in the answer', async (_, next) => {
    reply = (query) => {
      const page = Number(query.get('n') ?? 1);
      return { 'a/b': [page], links: { next: page < 3 ? next(page + 1) : null } };
    };
    const pageSettings = { items_path: '/a~1b', next_path: '/links/next' };
    const outcome = await ask({ paging: 'next_url', ...pageSettings });
    expect(outcome).toMatchObject({ output: { body: [1, 2, 3], pages: 3, complete: true } });
  });

  it.each([
    '<?n=2>; rel="next"',
    '</hosts?n=2>; rel=next',
    '<?n=1>; rel="prev first", <?n=2>; title="a, b"; rel="last NEXT"',
  ])('follows the header Link: %s', async (link) => {
    reply = (query) => {
      const page = Number(query.get('n') ?? 1);
      head = page === 1 ? { link } : { link: '<?n=1>; rel="prev"' };
      return [page];
    };
    const outcome = await ask({ paging: 'link_header' });
    expect(outcome).toMatchObject({ output: { body: [1, 2], pages: 2, complete: true } });
  });

  it('stops at the maximum number of pages and marks the output as incomplete', async () => {
    reply = (query) => [Number(query.get('page'))];
    const outcome = await ask({ paging: 'page_number', max_pages: 3 });
    expect(outcome).toMatchObject({ output: { body: [1, 2, 3], pages: 3, complete: false } });
    expect(peer.seen).toHaveLength(3);
  });

  it('sends the secret with every page and keeps it out of the output', async () => {
    const secret = 'canary-in-pages';
    reply = (query, { path }) => {
      const page = Number(query.get('n') ?? 1);
      const next = page < 3 ? `?n=${page + 1}&api_key=${query.get('api_key')}` : '';
      return { items: [path], next };
    };
    const form = { auth_type: 'query', param_name: 'api_key', param_value: secret };
    const integrations = [openedIntegration('rest_api', { api_url: peer.url, ...form })];
    const integration = { type: 'rest_api', id: integrationId };
    const pageSettings = { items_path: '/items', next_path: '/next', integration };
    const outcome = await ask({ paging: 'next_url', ...pageSettings }, { integrations });
    expect(peer.seen).toHaveLength(3);
    expect(paths().every((path) => path.includes(secret))).toBe(true);
    expect(outcome).toMatchObject({ type: 'done', output: { pages: 3 } });
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });
});

describe('an HTTP request whose pages cannot be followed', () => {
  const refusal = async (settings: object) => {
    const outcome = await ask({ paging: 'next_url', next_path: '/next', ...settings });
    expect(outcome).toMatchObject({ type: 'failed', retry: 'no' });
    return 'error' in outcome ? outcome.error : '';
  };

  it('refuses a next page on another host', async () => {
    const otherPeer = await openHttpPeer(() => ({ status: 200, body: '[]' }));
    reply = () => ({ items: [], next: `${otherPeer.url}/hosts` });
    expect(await refusal({ items_path: '/items' })).toBe(
      `Page 1 names a next page at ${otherPeer.pair}; pages are fetched from ${peer.pair} only.`,
    );
    expect(otherPeer.connections).toBe(0);
  });

  it('refuses a next page that was already fetched', async () => {
    reply = (query) => ({ items: [], next: query.get('n') === '2' ? '?n=1' : '?n=2' });
    const settings = { url: `${peer.url}/hosts?n=1`, items_path: '/items' };
    expect(await refusal(settings)).toContain('Page 2 names a next page that was fetched');
    expect(peer.seen).toHaveLength(2);
  });

  it.each(['http://', 'javascript:alert(1)', '//', 'file:///etc/passwd'])(
    'refuses the next page %s',
    async (next) => {
      reply = () => ({ items: [], next });
      expect(await refusal({ items_path: '/items' })).toMatch(/^Page 1 names a next page/);
    },
  );

  it.each(['/absent', '/items/length', '/__proto__', '/next'])(
    'refuses an answer without a list at %s',
    async (path) => {
      reply = () => ({ items: [], next: '?n=2' });
      expect(await refusal({ items_path: path })).toBe(
        `Page 1 has no list at "${path}". Check the path.`,
      );
    },
  );

  it('stops at a page that fails', async () => {
    const headers = { 'content-type': 'application/json' };
    const flaky = await openHttpPeer(({ path }) =>
      path.endsWith('=2') ? { status: 503 } : { status: 200, headers, body: '[1]' },
    );
    const settings = { url: flaky.url, paging: 'page_number' };
    const outcome = await ask(settings, { allow: [flaky.pair] });
    expect(flaky.seen).toHaveLength(2);
    expect(outcome).toMatchObject({ type: 'failed', output: { status: 503 } });
  });

  it('stops when the pages exceed 50 MB in total', async () => {
    const text = 'x'.repeat(900_000);
    reply = () => [text];
    const outcome = await ask({ paging: 'page_number', max_pages: 100 });
    expect(outcome).toMatchObject({ error: expect.stringMatching(/larger than 50 MB in total/) });
    expect(peer.seen.length).toBe(Math.ceil((limits.runData + 1) / 900_004));
  });
});

describe('the paging settings of an HTTP request', () => {
  const problems = (settings: object) =>
    check(
      draw('start -> n:http_request -> end', { n: { url: 'https://a.example/', ...settings } }),
    ).map(({ message }) => message);

  it.each<[object, string]>([
    [{ method: 'POST', paging: 'page_number' }, '"n", Paging: Only GET requests can use paging.'],
    [{ paging: 'cursor' }, '"n", Next page: Enter the path of the next page, such as /links/next.'],
    [
      { paging: 'page_number', items_path: 'data' },
      '"n", Items: Start with a slash, as in /data/items.',
    ],
    [
      { paging: 'page_number', items_path: '/a~2' },
      '"n", Items: Start with a slash, as in /data/items.',
    ],
    [
      { integration: { type: 'rest_api', id: '{% $event.id %}' } },
      '"n", Integration: Id: Choose one of the integrations.',
    ],
  ])('have exactly one problem: %j', (settings, message) => {
    expect(problems(settings)).toEqual([message]);
  });

  it('are checked only where paging uses them', () => {
    expect(problems({ next_path: '', paging: 'none', method: 'POST' })).toEqual([]);
    expect(problems({ paging: 'next_url', next_path: '/next' })).toEqual([]);
  });
});
