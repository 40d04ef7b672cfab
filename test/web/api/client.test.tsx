import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import * as z from 'zod';
import { routes } from '#lib/kernel/route.ts';
import { ApiError } from '#web/api/api-error.ts';
import { client } from '#web/api/client.ts';
import { connectTo } from '#web/api/connection.ts';
import { requestOf } from '#web/api/request.ts';

const about = { permission: 'read_thing', resource: 'thing', audit: 'Look' };
const anything = z.looseObject({});

const things = routes({
  listThings: { method: 'GET', path: 'things', input: anything, output: anything, ...about },
  getThing: { method: 'GET', path: 'things/{thing_id}', input: anything, output: anything, ...about },
  changeThing: {
    method: 'PUT',
    path: 'things/{thing_id}/parts/{part_id}',
    input: anything,
    output: anything,
    ...about,
  },
  deleteThing: { method: 'DELETE', path: 'things/{thing_id}', input: anything, output: anything, ...about },
});

describe('the request of a call', () => {
  const cases = [
    ['a list without filters', 'listThings', {}, 'GET things', undefined],
    ['a query', 'listThings', { page_number: 2, regex: 'a b' }, 'GET things?page_number=2&regex=a+b', undefined],
    ['nothing for what is undefined', 'listThings', { regex: undefined }, 'GET things', undefined],
    ['a variable of the path, escaped', 'getThing', { thing_id: 'a/b ?' }, 'GET things/a%2Fb%20%3F', undefined],
    ['a variable beside a query', 'getThing', { thing_id: '1', version: 3 }, 'GET things/1?version=3', undefined],
    ['a body of the rest', 'changeThing', { thing_id: '1', part_id: '2', name: 'x' }, 'PUT things/1/parts/2', '{"name":"x"}'],
    ['an empty body', 'changeThing', { thing_id: '1', part_id: '2' }, 'PUT things/1/parts/2', '{}'],
    ['no body for a delete', 'deleteThing', { thing_id: '1' }, 'DELETE things/1', undefined],
  ] as const;

  it.each(cases)('has %s', (_name, key, input, line, body) => {
    const request = requestOf(things[key], input);
    expect(`${request.method} ${request.path}`).toBe(line);
    expect(request.body).toBe(body);
  });
});

describe('a call', () => {
  const seen: IncomingMessage[] = [];
  let answer = { status: 200, body: '{}' };
  let server: Server;

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      response.writeHead(answer.status).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  const connect = (accessToken: () => Promise<string | undefined>) => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    connectTo({ apiUrl: `http://127.0.0.1:${port}`, socketUrl: '', accessToken });
  };
  const look = () => client(things).getThing({ thing_id: '1' });
  const failure = (call: Promise<unknown>): Promise<ApiError> =>
    call.then(
      () => Promise.reject(new Error('It succeeded.')),
      (error: ApiError) => error,
    );

  beforeEach(() => {
    seen.length = 0;
    connect(async () => 'token');
  });

  it('carries the access token and answers the body', async () => {
    answer = { status: 200, body: '{"name":"x"}' };
    expect(await look()).toEqual({ name: 'x' });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer token']);
  });

  it('answers an object where the server sends no body', async () => {
    answer = { status: 200, body: '' };
    expect(await look()).toEqual({});
  });

  it('rejects with what the server refused, its field and its details', async () => {
    const detail = [{ msg: 'Too short', loc: ['name'] }];
    answer = { status: 409, body: JSON.stringify({ error: 'Taken', field: 'name', detail }) };
    const error = await failure(look());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, message: 'Taken', field: 'name', detail });
  });

  it.each([
    ['an error that is no refusal', 502, '<h1>Bad gateway</h1>'],
    ['a success that is no JSON', 200, '<h1>Hello</h1>'],
  ])('says that %s is unexpected', async (_name, status, body) => {
    answer = { status, body };
    expect(await failure(look())).toMatchObject({ status, message: 'Unexpected server response' });
  });

  it('is not sent when nobody is signed in', async () => {
    connect(async () => undefined);
    expect(await failure(look())).toMatchObject({ status: 401 });
    expect(seen).toHaveLength(0);
  });

  it('says that the server cannot be reached', async () => {
    connectTo({ apiUrl: 'http://127.0.0.1:1', socketUrl: '', accessToken: async () => 'token' });
    const expected = { status: 0, message: "Couldn't connect to the server!" };
    expect(await failure(look())).toMatchObject(expected);
  });

  it('says the same when the token cannot be refreshed', async () => {
    connect(() => Promise.reject(new Error('offline')));
    expect(await failure(look())).toMatchObject({ status: 0 });
  });
});
