import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import * as z from 'zod';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { ApiError } from '#web/api/api-error.ts';
import { client } from '#web/api/client.ts';
import { setRightsSource } from '#web/api/own-rights.ts';
import { setConnection } from '#web/api/connection.ts';
import { requestOf } from '#lib/kernel/route-request.ts';

const guardFields = { permission: 'read_thing', resource: 'thing', audit: 'Look' };
const anything = z.looseObject({});
const anyShapes = { input: anything, output: anything, ...guardFields };

const things = defineRoutes({
  listThings: { method: 'GET', path: 'things', ...anyShapes },
  getThing: { method: 'GET', path: 'things/{thing_id}', ...anyShapes },
  changePart: { method: 'PUT', path: 'things/{thing_id}/parts/{part_id}', ...anyShapes },
  deleteThing: { method: 'DELETE', path: 'things/{thing_id}', ...anyShapes },
});

describe('the request of a call', () => {
  const thing_id = '1';
  const part = { thing_id, part_id: '2' };
  const cases = [
    ['a list without filters', 'listThings', {}, 'GET things'],
    ['a query', 'listThings', { page: 2, regex: 'a b' }, 'GET things?page=2&regex=a+b'],
    [
      'one parameter of several values',
      'listThings',
      { state: ['a', 'b'] },
      'GET things?state=a%2Cb',
    ],
    ['no parameter without a value', 'listThings', { regex: undefined }, 'GET things'],
    ['an escaped variable', 'getThing', { thing_id: 'a/b ?' }, 'GET things/a%2Fb%20%3F'],
    ['a variable and a query', 'getThing', { thing_id, version: 3 }, 'GET things/1?version=3'],
    ['a body of the other values', 'changePart', { ...part, a: 1 }, 'PUT things/1/parts/2 {"a":1}'],
    ['an empty body', 'changePart', part, 'PUT things/1/parts/2 {}'],
    ['no body for a delete', 'deleteThing', { thing_id }, 'DELETE things/1'],
  ] as const;

  it.each(cases)('has %s', (_name, key, input, line) => {
    const { method, path, body } = requestOf(things[key], input);
    expect([method, path, body].filter(Boolean).join(' ')).toBe(line);
  });
});

describe('a call', () => {
  const requests: IncomingMessage[] = [];
  let answer: { status: number; body: string; headers?: Record<string, string> };
  let server: Server;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  const connect = (accessToken: () => Promise<string | undefined>) => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    setConnection({ apiUrl: `http://127.0.0.1:${port}`, socketUrl: '', accessToken });
  };
  const getThing = () => client(things).getThing({ thing_id: '1' });
  const failure = (call: Promise<unknown>): Promise<ApiError> =>
    call.then(
      () => Promise.reject(new Error('It succeeded.')),
      (error: ApiError) => error,
    );

  beforeEach(() => {
    requests.length = 0;
    answer = { status: 200, body: '{}' };
    connect(async () => 'token');
  });

  it('is not sent for a forbidden read, but is sent for a forbidden write', async () => {
    const rights = { userType: 'SP_USER', readOnly: false, roles: [], root_users: ['root@x.io'] };
    setRightsSource(() => rights as unknown as CurrentUser);
    try {
      const refusal = await failure(getThing());
      expect([refusal.status, requests]).toEqual([403, []]);
      expect(refusal.message).toContain('Ask your ROOT user (root@x.io) for it.');
      answer = { status: 403, body: '{"error":"No."}' };
      expect((await failure(client(things).deleteThing({ thing_id: '1' }))).message).toBe('No.');
      expect(requests).toHaveLength(1);
    } finally {
      setRightsSource(() => undefined);
    }
  });

  it('sends the access token and returns the body', async () => {
    answer = { status: 200, body: '{"name":"x"}' };
    expect(await getThing()).toEqual({ name: 'x' });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token']);
  });

  it('returns an empty object when the server sends no body', async () => {
    answer = { status: 200, body: '' };
    expect(await getThing()).toEqual({});
  });

  it('rejects with the message, field and details of a refusal', async () => {
    const detail = [{ msg: 'Too short', loc: ['name'] }];
    answer = { status: 409, body: JSON.stringify({ error: 'Taken', field: 'name', detail }) };
    const error = await failure(getThing());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, message: 'Taken', field: 'name', detail });
  });

  it.each([
    ['an error that is not a refusal', 404, '<h1>Not found</h1>', ''],
    ['a success that is not JSON', 200, '<h1>Hello</h1>', ''],
    ["a proxy's page", 502, '<h1>Bad gateway</h1>', '. Try again in a moment.'],
  ])('reports %s as an unexpected response', async (_name, status, body, advice) => {
    answer = { status, body };
    const message = `Unexpected server response${advice}`;
    expect(await failure(getThing())).toMatchObject({ status, message });
  });

  it('reports when the server allows a retry', async () => {
    answer = { status: 503, body: '{"error":"Starting"}', headers: { 'retry-after': '7' } };
    const expected = { status: 503, message: 'Starting', retryAfter: 7 };
    expect(await failure(getThing())).toMatchObject(expected);
  });

  it('ends after 30 seconds with advice on a retry', async () => {
    const timer = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const readError = await failure(getThing());
    const deleteError = await failure(client(things).deleteThing({ thing_id: '1' }));
    timer.mockRestore();
    const timeoutText = 'The server did not answer within 30 seconds. ';
    expect(readError.message).toBe(`${timeoutText}Try again in a moment.`);
    expect(deleteError.message).toBe(
      `${timeoutText}It may have been done anyway: check before you try again.`,
    );
  });

  it('is not sent without a signed-in user', async () => {
    connect(async () => undefined);
    expect(await failure(getThing())).toMatchObject({ status: 401 });
    expect(requests).toHaveLength(0);
  });

  it('reports that the server cannot be reached', async () => {
    setConnection({
      apiUrl: 'http://127.0.0.1:1',
      socketUrl: '',
      accessToken: async () => 'token',
    });
    const expected = { status: 0, message: "Couldn't connect to the server!" };
    expect(await failure(getThing())).toMatchObject(expected);
  });

  it('reports a connection failure when the token cannot be refreshed', async () => {
    connect(() => Promise.reject(new Error('offline')));
    expect(await failure(getThing())).toMatchObject({ status: 0 });
  });
});
