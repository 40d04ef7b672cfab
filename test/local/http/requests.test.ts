import type { Socket } from 'node:net';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { refusalProblemsOf } from './refusal-shape.ts';
import {
  openSocket,
  parseAnswer,
  readToEnd,
  requestHead,
  sendBytes,
  sendPieces,
  sendRequest,
} from './raw-http.ts';

let product: Embedded;

type SlowClient = { socket: Socket; answer: Promise<string>; timer: NodeJS.Timeout };
let slowClients: SlowClient[] = [];

/** Sends a request one character per second, and never finishes its headers. */
const openSlowClient = (): SlowClient => {
  const socket = openSocket(product.port);
  const letters = requestHead('GET', '/healthz', { host: 'slow' })[Symbol.iterator]();
  const timer = setInterval(() => socket.write(letters.next().value ?? ''), 1_000);
  return { socket, answer: readToEnd(socket), timer };
};

beforeAll(async () => {
  product = await openEmbedded();
  slowClients = Array.from({ length: 200 }, openSlowClient);
});

afterAll(async () => {
  for (const { timer, socket } of slowClients) {
    clearInterval(timer);
    socket.destroy();
  }
  await product.close();
});

const api = (path: string) => ({
  path: `/api/${path}`,
  headers: { authorization: product.api_key },
});

describe('an address', () => {
  it.each([
    '/nope',
    '/api',
    '/api/',
    '/api/nope',
    '/api//bots',
    '/api/bots/',
    '/api/bots%2f',
    '/integrations/',
    '/integrations/generic',
    '/integrations/generic/webhook/',
    '/integrations/a/b/c/d',
    '/identity/nope',
    '/identity/local_Cloudwarden/.well-known/other.json',
    '/healthz/',
    '/config.json/',
    '/openapi.json/x',
    '/ws/nope',
    '//',
    '//healthz',
    '//127.0.0.1/healthz',
    '/\\127.0.0.1/healthz',
    '/HEALTHZ',
    '/heal%74hz',
    `/${'a'.repeat(300)}`,
    `/api/bots/${'a/'.repeat(150)}`,
  ])('that does not exist returns 404: %s', async (target) => {
    const { headers } = api('');
    for (const method of ['GET', 'POST']) {
      const answer = await sendRequest(product.port, target, { method, headers });
      expect({ status: answer.status, problems: refusalProblemsOf(answer) }).toEqual({
        status: 404,
        problems: [],
      });
    }
  });

  it.each(['/%', '/%zz', '/api/bots/%2', '/api/bots/%ff', '/integrations/%c0%ae/webhook/x'])(
    'with broken percent-encoding returns 400: %s',
    async (target) => {
      const answer = await sendRequest(product.port, target, { headers: api('').headers });
      expect(answer.status).toBe(400);
      expect(refusalProblemsOf(answer)).toEqual([]);
    },
  );

  it.each(['*', 'healthz', 'ftp://127.0.0.1/healthz', 'file:///etc/passwd', 'http://x;y/healthz'])(
    'that is neither a path nor a web address returns 400: %s',
    async (target) => {
      const answer = await sendRequest(product.port, target, { method: 'OPTIONS' });
      expect(answer.status).toBe(400);
      expect(refusalProblemsOf(answer)).toEqual([]);
    },
  );

  it('may be absolute, as in a request to a proxy', async () => {
    const answer = await sendRequest(product.port, `http://127.0.0.1:${product.port}/healthz`);
    expect(answer.status).toBe(200);
  });

  it.each(['%2e%2e%2fusers%2fme', '..%2f..%2fme', 'a%2fb', '%00', '%0d%0aset-cookie:%20a=b'])(
    'treats an encoded slash or control character as part of an id: %s',
    async (id) => {
      const answer = await sendRequest(product.port, api(`bots/${id}`).path, {
        headers: api('').headers,
      });
      expect(refusalProblemsOf(answer)).toEqual([]);
      expect(Object.keys(answer.headers)).not.toContain('set-cookie');
    },
  );
});

describe('a method', () => {
  it.each([
    ['/api/bots', 'GET, POST'],
    ['/api/bots/count', 'GET'],
    ['/api/users/me', 'GET, PUT'],
    ['/api/ws/ticket', 'POST'],
    ['/integrations/generic/webhook/lst_1', 'POST'],
    ['/identity', 'POST'],
    ['/identity/local_Cloudwarden/.well-known/jwks.json', 'GET, HEAD'],
    ['/healthz', 'GET, HEAD'],
    ['/openapi.json', 'GET, HEAD'],
    ['/config.json', 'GET, HEAD'],
    ['/', 'GET, HEAD'],
    ['/app', 'GET, HEAD'],
    ['/logo.svg', 'GET, HEAD'],
  ])('that %s does not support returns 405 with those it supports', async (target, allow) => {
    const allowed = allow.split(', ');
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    for (const method of methods.filter((one) => !allowed.includes(one))) {
      const answer = await sendRequest(product.port, target, { method, headers: api('').headers });
      expect(answer.headers).toMatchObject({ allow: expect.any(String) });
      expect(answer.headers.allow?.split(', ').toSorted()).toEqual(allowed.toSorted());
      expect(answer.status).toBe(405);
      expect(refusalProblemsOf(answer)).toEqual([]);
    }
  });

  it.each(['/', '/app', '/logo.svg', '/healthz', '/openapi.json', '/config.json'])(
    'HEAD returns the headers of GET and no body: %s',
    async (target) => {
      const head = await sendRequest(product.port, target, { method: 'HEAD' });
      const answer = await sendRequest(product.port, target);
      const { date: _, ...headers } = answer.headers;
      expect(head).toMatchObject({ status: 200, headers, body: '' });
    },
  );

  it.each(['/healthz', '/config.json', '/openapi.json', '/app'])(
    'GET refuses a body: %s',
    async (target) => {
      const answer = await sendRequest(product.port, target, { body: '{"a":1}' });
      expect(answer.status).toBe(400);
      expect(refusalProblemsOf(answer)).toEqual([]);
    },
  );
});

describe('a request that is not valid HTTP/1.1', () => {
  const post = 'POST /api/bots HTTP/1.1\r\nHost: x\r\n';

  it.each([
    ['noise', '\x00\x01\x02\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['another version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a blank in the target', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['bare line feeds', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \x00\r\n\r\n'],
    ['a length that is not a number', `${post}Content-Length: x\r\n\r\n`],
    ['a negative length', `${post}Content-Length: -1\r\n\r\n`],
    ['two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    [
      'a length and chunked encoding',
      `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['another encoding than chunked', `${post}Transfer-Encoding: gzip\r\n\r\n`],
    ['a chunk without a size', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ])('is refused with 400: %s', async (_name, bytes) => {
    const answer = await sendBytes(product.port, bytes);
    expect(answer).toMatchObject({ status: 400, headers: { connection: 'close' } });
    expect(refusalProblemsOf(answer)).toEqual([]);
  });

  it('is refused with 417 when its Expect header is unknown', async () => {
    const answer = await sendBytes(
      product.port,
      `${post}Expect: magic\r\nContent-Length: 1\r\n\r\n`,
    );
    expect(answer.status).toBe(417);
    expect(refusalProblemsOf(answer)).toEqual([]);
  });

  it.each([
    ['version 1.0, which knows no host', 'GET /healthz HTTP/1.0\r\n\r\n'],
    [
      'an offer of HTTP/2, as Java makes with each call',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\n' +
        'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
    ],
    [
      'headers named like parts of an object',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n__proto__: a\r\n__proto__: b\r\n' +
        'constructor: c\r\nvalueOf: d\r\n\r\n',
    ],
  ])('does not include %s', async (_name, bytes) => {
    expect((await sendBytes(product.port, bytes)).status).toBe(200);
  });
});

describe('headers', () => {
  const withHeaderOf = (length: number) =>
    sendRequest(product.port, '/healthz', { headers: { filler: 'a'.repeat(length) } });

  it('of nearly 16 KiB are accepted', async () => {
    expect((await withHeaderOf(16 * 1024 - 256)).status).toBe(200);
  });

  it.each([
    ['in one header', () => withHeaderOf(16 * 1024)],
    ['in the target', () => sendRequest(product.port, `/${'a'.repeat(16 * 1024)}`)],
    [
      'in many headers',
      () => sendBytes(product.port, `GET / HTTP/1.1\r\n${'ab: c\r\n'.repeat(6_000)}\r\n`),
    ],
    [
      'that never end',
      () => sendBytes(product.port, `GET / HTTP/1.1\r\nA: ${'a'.repeat(1_000_000)}`),
    ],
    [
      'that continue during the refusal',
      () =>
        sendPieces(product.port, [
          'GET / HTTP/1.1\r\nA: ',
          ...Array.from({ length: 10 }, () => 'a'.repeat(100_000)),
        ]),
    ],
  ])('over 16 KiB are refused with 431: %s', async (_name, send) => {
    const answer = await send();
    expect(answer).toMatchObject({ status: 431, headers: { connection: 'close' } });
    expect(refusalProblemsOf(answer)).toEqual([]);
  });
});

describe('a client whose request was refused', () => {
  it('cannot keep its connection open by sending no more', async () => {
    const socket = openSocket(product.port);
    const closed = new Promise((resolve) => socket.once('error', resolve).once('close', resolve));
    socket.write('noise\r\n\r\n');
    socket.resume();
    // This side stays open; once the server has closed, writing to it fails.
    const poke = setInterval(() => socket.write('x'), 100);
    await closed;
    clearInterval(poke);
  });
});

describe('200 clients that send one byte a second', () => {
  it('do not delay the requests of other clients', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => product.request('GET', 'users/me')),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('are each refused with 408 after the ten seconds for headers', async () => {
    const answers = await Promise.all(slowClients.map(({ answer }) => answer));
    const parsed = answers.map(parseAnswer);
    expect(parsed.filter(({ status }) => status !== 408)).toEqual([]);
    expect(parsed.flatMap(refusalProblemsOf)).toEqual([]);
  });

  it('leave no error in the log', () => {
    expect(product.errors()).not.toContain('"level":"error"');
  });
});
