import { limits } from '#lib/kernel/limits.ts';
import { apiHandler } from '#lambdas/api-handler.ts';
import { allRoutes } from '#lib/routes.ts';
import { malformed, notUtf8 } from '#test/kernel/json-corpus.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene } from '../domain/scene.ts';
import { createExamples, exampleInputs } from './examples.ts';
import { eventOf, openTestApi, routeOf } from './gateway.ts';

const world = openTestDatabase();

const open = async () => {
  const scene = openScene(world);
  return { scene, api: await openTestApi(scene) };
};

const form = { ...exampleInputs.createListener };
const createRoute = routeOf('createListener');
const listRoute = routeOf('listListeners');

/** The answer to a body, as bytes or text, that is sent to create a listener. */
const answerTo = async (body: string | Buffer | null) => {
  const { scene, api } = await open();
  const isBase64Encoded = typeof body !== 'string';
  const text = typeof body === 'string' ? body : (body?.toString('base64') ?? null);
  const event = eventOf(createRoute, {}, api.proofOf('root'), { body: text, isBase64Encoded });
  const answer = await api.send('listeners', event);
  const stored = await scene.listeners.listListeners(scene.root, { number_of_items: 10 });
  return { ...answer, stored: stored.items.length };
};

const padded = (bytes: number): string => {
  const text = JSON.stringify(form);
  return text + ' '.repeat(bytes - text.length);
};

describe('a valid proof of a caller who no longer exists', () => {
  it('is refused with 401, and logged with its user and address', async () => {
    const { api } = await open();
    const proof = api.proofOf('root', { user_id: 'gone@example.com' });
    const authorizer = { proof: JSON.stringify(proof), viewer: '203.0.113.9' };
    const event = eventOf(listRoute, {}, proof, { requestContext: { authorizer } });
    expect((await api.send('listeners', event)).status).toBe(401);
    expect(api.lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'warn',
        message: 'A session or API key that has ended was refused.',
        user_id: 'gone@example.com',
        address: '203.0.113.9',
      }),
    ]);
  });
});

describe('an address', () => {
  it.each([
    [{ resource: '/nothing' }],
    [{ resource: '/listeners/' }],
    [{ resource: 'listeners' }],
    [{ resource: '/LISTENERS' }],
    [{ resource: '/bots' }],
    [{ resource: '/{proxy+}' }],
    [{ resource: '/__proto__' }],
    [{ httpMethod: 'PATCH' }],
    [{ httpMethod: 'HEAD' }],
    [{ httpMethod: 'post' }],
    [{ httpMethod: '' }],
  ])('that does not exist returns 404, with or without a proof: %j', async (change) => {
    const { api } = await open();
    for (const proof of [undefined, api.proofOf('root')]) {
      const answer = await api.send('listeners', eventOf(listRoute, {}, proof, change));
      expect([answer.status, answer.body]).toEqual([
        404,
        { error: 'This address does not exist, or it was deleted.' },
      ]);
    }
  });
});

describe('a body', () => {
  it('with the right fields is accepted, as text or as base64', async () => {
    const text = JSON.stringify(form);
    expect(await answerTo(text)).toMatchObject({ status: 201, stored: 1 });
    expect(await answerTo(Buffer.from(text))).toMatchObject({ status: 201, stored: 1 });
  });

  it('that is not a JSON object is refused, and nothing is stored', async () => {
    const { scene, api } = await open();
    const bodies = ['[]', 'null', '1', '"x"', '\ufeff{}', ...malformed]
      .filter((text) => text !== '')
      .map((text) => ({ body: text }));
    const bytes = notUtf8.map(([, hex]) => ({
      body: Buffer.from(`7b2261223a22${hex}227d`, 'hex').toString('base64'),
      isBase64Encoded: true,
    }));
    for (const change of [...bodies, ...bytes]) {
      const event = eventOf(createRoute, {}, api.proofOf('root'), change);
      expect((await api.send('listeners', event)).status).toBe(400);
    }
    const stored = await scene.listeners.listListeners(scene.root, { number_of_items: 10 });
    expect(stored.items).toEqual([]);
  });

  it.each([['{}'], [''], [null]])('of %j is refused with its missing fields', async (body) => {
    const { status, body: said } = await answerTo(body);
    expect(status).toBe(400);
    expect(said).toMatchObject({ error: 'Please enter name', field: 'name' });
    expect(said.detail).toContainEqual({ msg: 'Please enter description', loc: ['description'] });
  });

  it.each([
    [-1, 201],
    [0, 201],
    [1, 413],
  ])('may have 1 MiB: %i bytes beyond the limit return %i', async (beyond, verdict) => {
    const { status, stored } = await answerTo(padded(limits.apiBody + beyond));
    expect([status, stored]).toEqual([verdict, verdict === 201 ? 1 : 0]);
  });

  it.each([
    ['an unknown field', { surprise: 1 }, 'surprise'],
    ['a field that every object has', JSON.parse('{"__proto__":{"name":"x"}}'), '__proto__'],
    ['a field in another case', { Name: 'x' }, 'Name'],
  ])('with %s is refused by the name of the field', async (_what, more, field) => {
    const body = JSON.stringify(Object.fromEntries(Object.entries({ ...form, ...more })));
    const { status, body: said, stored } = await answerTo(body);
    expect([status, said.field, stored]).toEqual([400, field, 0]);
    expect(said.error).toBe(`Unknown field: ${field}`);
  });

  it('with a very long unknown field is refused with the name shortened', async () => {
    const { status, body: refusal } = await answerTo(
      JSON.stringify({ ...form, ['n'.repeat(999)]: 1 }),
    );
    const name = `${'n'.repeat(60)}…`;
    expect([status, refusal.error, refusal.field]).toEqual([400, `Unknown field: ${name}`, name]);
  });

  it('with many wrong fields is refused with at most 50 of them', async () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, '']));
    const { body } = await answerTo(JSON.stringify({ ...form, ...fields }));
    expect(body.detail).toHaveLength(50);
    expect(JSON.stringify(body)).not.toMatch(/zod|stack|\.ts/i);
  });

  it('may not repeat a variable of the address', async () => {
    const { scene, api } = await open();
    const { listener_id } = await createExamples(scene);
    const route = routeOf('updateListener');
    const otherId = `lst_${'0'.repeat(32)}`;
    for (const value of [listener_id, otherId, '', null]) {
      const body = JSON.stringify({ ...exampleInputs.updateListener, listener_id: value });
      const event = eventOf(route, { listener_id }, api.proofOf('root'), { body });
      const { status, body: refusal } = await api.send('listeners', event);
      expect([status, refusal.field]).toEqual([400, 'listener_id']);
    }
  });
});

describe('a query', () => {
  const answer = async (query: Record<string, string[]>, overrides: object = {}) => {
    const { api } = await open();
    const change = { multiValueQueryStringParameters: query, ...overrides };
    return api.send('listeners', eventOf(listRoute, {}, api.proofOf('root'), change));
  };

  it('is accepted when every parameter is known and given once', async () => {
    const { status } = await answer({ number_of_items: ['1000'], regex: ['ab'] });
    expect(status).toBe(200);
    expect((await answer({}, { multiValueQueryStringParameters: null })).status).toBe(200);
  });

  it.each([
    ['number_of_items', ['1001']],
    ['number_of_items', ['0']],
    ['number_of_items', ['10', '10']],
    ['number_of_items', ['ten']],
    ['number_of_items', ['']],
    ['page_number', ['-1']],
    ['page_number', ['1e3']],
    ['regex', ['.*']],
    ['regex', ['a']],
    ['regex', ['ab', 'cd']],
    ['next', ['x']],
    ['next', ['x'.repeat(2001)]],
    ['listenerType', ['email']],
    ['webhook_source_integration_type', ['toString']],
    ['surprise', ['1']],
    ['regex[$ne]', ['ab']],
    ['__proto__', ['1']],
    ['tenant_id', ['org_1']],
  ])('is refused with the name of the wrong parameter: %s=%j', async (name, values) => {
    const query = Object.fromEntries([[name, values]]);
    const { status, body } = await answer(query);
    expect([status, body.field]).toEqual([400, name]);
  });

  it.each([[''], ['010'], ['0x1'], ['1e3'], [' 1'], ['-1'], ['1.5']])(
    'accepts a revision as plain digits, and not as %j',
    async (revision) => {
      const { scene, api } = await open();
      const ids = await createExamples(scene);
      const change = { multiValueQueryStringParameters: { revision: [revision] } };
      const event = eventOf(routeOf('deleteDashboard'), ids, api.proofOf('root'), change);
      const { status, body } = await api.send('dashboards', event);
      expect([status, body.field]).toEqual([400, 'revision']);
    },
  );

  it('is not read from a body', async () => {
    const { status, body } = await answer({}, { body: '{"number_of_items":1001}' });
    expect([status, body.items]).toEqual([200, []]);
  });
});

describe('a service that fails', () => {
  const failing = async (failure: unknown) => {
    const { scene, api } = await open();
    const service = {
      ...scene.listeners,
      listListeners: async () => {
        throw failure;
      },
    };
    const handle = apiHandler(allRoutes.listeners, service, api.deps);
    const answer = await handle(eventOf(listRoute, {}, api.proofOf('root')), {});
    return { answer, lines: api.lines };
  };

  it.each([
    ['an error', new Error('Table listeners of arn:aws:dynamodb, secret hunter2')],
    ['an error of the database', Object.assign(new Error('hunter2'), { name: 'ResourceNotFound' })],
    ['a text', 'hunter2'],
    ['nothing', undefined],
  ])('with %s returns 500 without details, and is logged once', async (_what, failure) => {
    const { answer, lines } = await failing(failure);
    expect(answer.statusCode).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({
      error: 'Something went wrong on our side. Try again; nothing was lost.',
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', route: 'listListeners' });
    expect(lines.join()).not.toContain('hunter2');
  });

  it('by returning another shape returns 500', async () => {
    const { scene, api } = await open();
    const listListeners = async () => ({ items: [{ secret: 'hunter2' }] }) as never;
    const service = { ...scene.listeners, listListeners };
    const handle = apiHandler(allRoutes.listeners, service, api.deps);
    const answer = await handle(eventOf(listRoute, {}, api.proofOf('root')), {});
    expect([answer.statusCode, answer.body.includes('hunter2')]).toEqual([500, false]);
  });

  it('by returning too many fields returns only those of the route', async () => {
    const { scene, api } = await open();
    const listListeners = async () => ({ items: [], sealed_secret: 'hunter2' });
    const service = { ...scene.listeners, listListeners };
    const handle = apiHandler(allRoutes.listeners, service, api.deps);
    const answer = await handle(eventOf(listRoute, {}, api.proofOf('root')), {});
    expect(JSON.parse(answer.body)).toEqual({ items: [] });
  });
});

describe('a response that is too large for AWS', () => {
  /** Quotes, each of which takes four bytes when sent. */
  const quotes = (bytes: number) => '"'.repeat(bytes / 4);

  it('is refused with advice to request less', async () => {
    const { scene, api } = await open();
    const answerOf = async (next: string) => {
      const service = { ...scene.listeners, listListeners: async () => ({ items: [], next }) };
      const handle = apiHandler(allRoutes.listeners, service, api.deps);
      return handle(eventOf(listRoute, {}, api.proofOf('root')), {});
    };
    expect((await answerOf(quotes(limits.answer - 1000))).statusCode).toBe(200);
    const { statusCode, body } = await answerOf(quotes(limits.answer));
    expect([statusCode, JSON.parse(body).error]).toEqual([
      413,
      'The response is larger than 6 MB, which is the limit. ' +
        'Request fewer items, or less data of each.',
    ]);
  });

  it('of a call that changes data reports that the call succeeded', async () => {
    const { scene, api } = await open();
    const createListener: typeof scene.listeners.createListener = async (...args) => ({
      ...(await scene.listeners.createListener(...args)),
      webhook_url: quotes(limits.answer),
    });
    const service = { ...scene.listeners, createListener };
    const handle = apiHandler(allRoutes.listeners, service, api.deps);
    const { statusCode, body } = await handle(eventOf(createRoute, form, api.proofOf('root')), {});
    expect([statusCode, JSON.parse(body).error]).toEqual([
      413,
      expect.stringMatching(/^The call succeeded\. The response is larger than 6 MB/),
    ]);
    const { items } = await scene.audit.listAuditTrails(scene.root, { number_of_items: 10 });
    expect(items).toMatchObject([{ status: 201 }]);
  });
});

describe('every response', () => {
  it('is JSON with headers against caching and sniffing, whatever its status', async () => {
    const { api } = await open();
    const events = [
      eventOf(listRoute, {}, api.proofOf('root')),
      eventOf(listRoute, { surprise: 1 }, api.proofOf('root')),
      eventOf(listRoute, {}),
      eventOf(listRoute, {}, api.proofOf('subuser')),
      eventOf(listRoute, {}, api.proofOf('root'), { resource: '/nothing' }),
    ];
    for (const event of events) {
      expect((await api.send('listeners', event)).headers).toEqual({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(/^sandbox; .*frame-ancestors 'none'$/),
      });
    }
  });
});
