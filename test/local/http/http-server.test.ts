import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { httpServer, type HttpServer } from '#lib/local/http/http-server.ts';
import { type Mount, readBody, sendJson } from '#lib/local/http/respond.ts';
import { limits } from '#lib/kernel/limits.ts';
import { createLog } from '#lib/kernel/log.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import { refusalProblemsOf } from './refusal-shape.ts';
import { openSocket, parseAnswer, readToEnd, requestHead, sendRequest } from './raw-http.ts';

let logged: string[];
let http: HttpServer;
let port: number;
let release: () => void;

const mount = (path: string, serve: Mount['serve']): Mount => ({
  claims: (requestPath) => requestPath === path,
  serve,
});

const mounts: Mount[] = [
  mount('/fine', async (_request, response) => sendJson(response, 200, { fine: true })),
  mount('/echo', async (request, response) => {
    const body = await readBody(request, limits.apiBody);
    sendJson(response, 200, { bytes: body.byteLength });
  }),
  mount('/late', async (_request, response) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    sendJson(response, 200, { late: true });
  }),
  mount('/defect', async () => {
    throw new Error('the secret of table users');
  }),
  mount('/full', async () => writeFileSync('/dev/full', 'x')),
  mount('/half', async (_request, response) => {
    response.write('half of an answer');
    throw new Error('the secret of table users');
  }),
  mount('/half-refused', async (_request, response) => {
    response.write('half of an answer');
    throw badRequest('This comes too late.');
  }),
];

beforeEach(async () => {
  logged = [];
  http = httpServer(createLog({ write: (line) => logged.push(line), clock: () => 0 }));
  port = await http.listen(0, '127.0.0.1');
});

afterEach(() => http.drain(0));

const head = (method: string, path: string, headers: Record<string, string> = {}) =>
  requestHead(method, path, { host: 'x', ...headers });

describe('time limits of the HTTP server', () => {
  it('are 10 s for headers, 30 s for a request, and over 60 s for idle connections', () => {
    expect(http.server.headersTimeout).toBe(10_000);
    expect(http.server.requestTimeout).toBe(30_000);
    // A proxy that reuses a connection just as it expires would find it closed.
    expect(http.server.keepAliveTimeout).toBeGreaterThan(60_000);
  });

  it.each([
    ['a body that is read', '/echo'],
    ['a body that the handler does not read', '/late'],
  ])('end an incomplete request with 408: %s', async (_name, path) => {
    http.open(mounts);
    http.server.headersTimeout = 200;
    http.server.requestTimeout = 200;
    const socket = openSocket(port);
    const text = readToEnd(socket);
    socket.write(`${head('POST', path, { 'content-length': '100' })}{"half`);
    const answer = parseAnswer(await text);
    expect(answer).toMatchObject({ status: 408, headers: { connection: 'close' } });
    expect(refusalProblemsOf(answer)).toEqual([]);
    expect(logged).toEqual([]);
  });
});

describe('a server that is starting', () => {
  it('names the address that another process already uses', async () => {
    const secondServer = httpServer(createLog({ write: () => {}, clock: () => 0 }));
    await expect(secondServer.listen(port, '127.0.0.1')).rejects.toThrow(
      `Another process listens at 127.0.0.1:${port}. Stop it, or choose another port with PORT.`,
    );
  });

  it.each(['GET', 'POST', 'DELETE'])('refuses %s with 503 and a retry time', async (method) => {
    const answer = await sendRequest(port, '/fine', { method, body: method === 'GET' ? '' : '{}' });
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(JSON.parse(answer.body)).toEqual({ error: expect.stringContaining('starting') });
  });

  it('refuses a WebSocket with 503', async () => {
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    expect((await sendRequest(port, '/ws', { headers })).status).toBe(503);
  });
});

describe('a request that cannot be stored because the disk is full', () => {
  it('is refused with 503, a retry time and a remedy, and logged once', async () => {
    http.open(mounts);
    const answer = await sendRequest(port, '/full');
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    expect(JSON.parse(answer.body).error).toMatch(/could not be stored.*is full.*free space on it/);
    expect(logged).toHaveLength(1);
  });
});

describe('a defect of a handler', () => {
  it('returns 500 without details, and is logged without its message', async () => {
    http.open(mounts);
    const answer = await sendRequest(port, '/defect');
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({
      error: 'Something went wrong on our side. Try again.',
    });
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toContain('secret');
  });

  it.each(['/half', '/half-refused'])(
    'in the middle of a response closes the connection, and the server goes on: %s',
    async (path) => {
      http.open(mounts);
      const answer = await sendRequest(port, path);
      expect(answer.status).toBe(200);
      expect(answer.body).not.toMatch(/0\r\n\r\n$/);
      expect((await sendRequest(port, '/fine')).status).toBe(200);
    },
  );

  it('is not logged when the client disconnected', async () => {
    http.open(mounts);
    const socket = openSocket(port);
    socket.write(`${head('POST', '/echo', { 'content-length': '100' })}{"half`);
    await once(http.server, 'request');
    socket.destroy();
    expect((await sendRequest(port, '/fine')).status).toBe(200);
    expect(logged).toEqual([]);
  });
});

describe('a connection', () => {
  it('is kept open for the next request', async () => {
    http.open(mounts);
    const socket = openSocket(port);
    const text = readToEnd(socket);
    socket.write(head('POST', '/echo', { 'content-length': '2' }) + '{}');
    socket.write(head('GET', '/nope') + head('GET', '/fine', { connection: 'close' }));
    const statuses = [...(await text).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '404', '200']);
  });

  it('is not read further once its request was refused', async () => {
    http.open(mounts);
    const accepted = once(http.server, 'connection');
    const socket = openSocket(port);
    const [serverSocket]: Socket[] = await accepted;
    socket.on('end', () => socket.destroy());
    socket.resume();
    const piece = 'a'.repeat(64 * 1024);
    const pour = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pour);
    socket.write(head('POST', '/echo', { 'content-length': String(100 * 1024 * 1024) }));
    pour();
    await once(socket, 'close');
    expect(serverSocket?.bytesRead).toBeLessThan(1024 * 1024);
  });
});

describe('a server that shuts down', () => {
  it('finishes running requests and refuses new ones', async () => {
    http.open(mounts);
    const socket = openSocket(port);
    const text = readToEnd(socket);
    socket.write(head('GET', '/fine'));
    await once(socket, 'data');
    const arrival = once(http.server, 'request');
    const running = sendRequest(port, '/late');
    await arrival;
    const stopped = http.drain(5_000);
    socket.write(head('GET', '/fine'));
    release();
    expect((await running).status).toBe(200);
    await stopped;
    expect(await text).not.toMatch(/HTTP\/1\.1 200 [^]*HTTP\/1\.1 200 /);
    expect(http.server.listening).toBe(false);
  });

  it('does not wait for connections without a request', async () => {
    http.open(mounts);
    const connected = once(http.server, 'connection');
    const ahead = readToEnd(openSocket(port));
    await connected;
    await http.drain(600_000);
    expect(await ahead).toBe('');
  });

  it('does not wait for clients that never finish', async () => {
    http.open(mounts);
    const connections = [openSocket(port), openSocket(port), openSocket(port)];
    const [silent, slow, upgraded] = connections.map(readToEnd);
    http.server.on('upgrade', (_request, socket: Socket) =>
      socket.write('HTTP/1.1 101 Go\r\n\r\n'),
    );
    connections[1]?.write(head('POST', '/echo', { 'content-length': '100' }));
    connections[2]?.write(head('GET', '/ws', { connection: 'upgrade', upgrade: 'websocket' }));
    if (connections[2]) await once(connections[2], 'data');
    await http.drain(100);
    expect(await Promise.all([silent, slow, upgraded])).toEqual([
      '',
      '',
      'HTTP/1.1 101 Go\r\n\r\n',
    ]);
  });
});
