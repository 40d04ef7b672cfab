import { once } from 'node:events';
import WebSocket from 'ws';
import * as z from 'zod';
import { type Embedded, openEmbedded, stopProcess } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { refusalProblemsOf } from './refusal-shape.ts';
import { sendRequest } from './raw-http.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(() => product.close());

const newTicket = async () => (await product.api.ws.createTicket({})).ticket;

const frame = z.object({
  channel: z.string(),
  cursor: z.string(),
  message: z.unknown().optional(),
});

type Listening = { socket: WebSocket; frames: z.infer<typeof frame>[]; closed: Promise<number> };

/** Opens a socket as a console does. */
const listen = async (query: Record<string, string>): Promise<Listening> => {
  const search = new URLSearchParams(query).toString();
  const socket = new WebSocket(`ws://127.0.0.1:${product.port}/ws?${search}`);
  const frames: Listening['frames'] = [];
  socket.on('message', (data: Buffer) => frames.push(frame.parse(JSON.parse(data.toString()))));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  return { socket, frames, closed };
};

const upgrade = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

const requestUpgrade = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRequest(product.port, target, { method, headers: { ...upgrade, ...headers } });

/** Ids of the events that the frames report, without duplicates, in order. */
const eventIdsIn = ({ frames }: Listening): string[] =>
  frames
    .filter(({ channel }) => channel === 'listener_called')
    .map(({ message }) => z.object({ event_id: z.string() }).parse(message).event_id);

const deliver = async (id: string): Promise<string> =>
  (await sendSampleEvent(product, finding(id, 'LOW'))).body.event_id;

const waitForEvent = (listening: Listening, event: string) =>
  eventually(
    async () => eventIdsIn(listening),
    (ids) => ids.includes(event),
  );

describe('a ticket', () => {
  it('opens one socket, which begins with a resync, and then is refused', async () => {
    const ticket = await newTicket();
    const listening = await listen({ ticket });
    await eventually(
      async () => listening.frames,
      ([first]) => first?.channel === 'resync',
    );
    const second = await requestUpgrade(`/ws?ticket=${ticket}`);
    expect(second.status).toBe(401);
    expect(refusalProblemsOf(second)).toEqual([]);
    listening.socket.close();
  });

  it.each<[string, (ticket: string) => string]>([
    ['no ticket', () => ''],
    ['an empty ticket', () => 'ticket='],
    ['noise', () => 'ticket=garbage'],
    ['another parameter name', (ticket) => `token=${ticket}`],
    ['a forged secret', (ticket) => `ticket=${ticket.replace(/\.[^]*/, `.${'0'.repeat(64)}`)}`],
    ['a changed digit', (ticket) => `ticket=${ticket.slice(0, -1)}${ticket.endsWith('0') ? 1 : 0}`],
    [
      'another organisation',
      (ticket) => `ticket=${ticket.replace(/^org_\w+/, `org_${'0'.repeat(32)}`)}`,
    ],
    ['capital letters', (ticket) => `ticket=${ticket.toUpperCase()}`],
    ['no organisation', (ticket) => `ticket=${ticket.split('.')[1]}`],
    ['one more digit', (ticket) => `ticket=${ticket}0`],
    ['a line break at its end', (ticket) => `ticket=${ticket}%0a`],
    ['another ticket in front', (ticket) => `ticket=garbage&ticket=${ticket}`],
    ['an API key', () => `ticket=${product.api_key}`],
    ['the name of a prototype', () => 'ticket=__proto__'],
    ['8 KB', () => `ticket=${'0'.repeat(8 * 1024)}`],
  ])('that is invalid is refused with 401: %s', async (_name, query) => {
    const ticket = await newTicket();
    const answer = await requestUpgrade(`/ws?${query(ticket)}`);
    expect(answer).toMatchObject({ status: 401, headers: { connection: 'close' } });
    expect(refusalProblemsOf(answer)).toEqual([]);
    // The rejected attempts did not use it up.
    (await listen({ ticket })).socket.close();
  });

  it('cannot be replaced by an API key in a header', async () => {
    const answer = await requestUpgrade('/ws', { authorization: product.api_key });
    expect(answer.status).toBe(401);
  });
});

describe('a message', () => {
  it('to an unknown channel is refused, and a heartbeat has no reply', async () => {
    const ticket = await newTicket();
    const socket = new WebSocket(`ws://127.0.0.1:${product.port}/ws?ticket=${ticket}`);
    const messages: unknown[] = [];
    const refusal = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const one: unknown = JSON.parse(data.toString());
        messages.push(one);
        if (Object(one).channel === 'refused') resolve();
      });
    });
    await once(socket, 'open');
    socket.send('{"action":"ping"}');
    socket.send('no JSON');
    socket.send(JSON.stringify({ action: 'send', id: 'one', channel: 'nowhere', message: {} }));
    await refusal;
    expect(messages).toEqual([
      expect.objectContaining({ channel: 'resync' }),
      { channel: 'refused', id: 'one', message: { status: 404, error: expect.any(String) } },
    ]);
    socket.close();
  });
});

describe('a page', () => {
  it.each([
    'http://evil.example',
    'https://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost.evil.example',
    'null',
    'garbage',
  ])('of another origin cannot open a socket: %s', async (origin) => {
    const ticket = await newTicket();
    const answer = await requestUpgrade(`/ws?ticket=${ticket}`, { origin });
    expect(answer.status).toBe(403);
    expect(refusalProblemsOf(answer)).toEqual([]);
  });

  it.each(['http', 'https'])('of this server can open a socket, by %s', async (scheme) => {
    const ticket = await newTicket();
    const origin = `${scheme}://127.0.0.1:${product.port}`;
    const socket = new WebSocket(`ws://127.0.0.1:${product.port}/ws?ticket=${ticket}`, { origin });
    await once(socket, 'open');
    socket.close();
  });
});

describe('an upgrade that is not a valid WebSocket request', () => {
  it.each<[string, number, string, Record<string, string>, string]>([
    ['another address', 404, '/healthz', {}, 'GET'],
    ['a longer address', 404, '/ws/more', {}, 'GET'],
    ['no key', 400, '/ws', { 'sec-websocket-key': '' }, 'GET'],
    ['another version', 400, '/ws', { 'sec-websocket-version': '12' }, 'GET'],
    ['another method', 400, '/ws', {}, 'POST'],
    ['two hosts', 400, '/ws', { Host: 'another' }, 'GET'],
    ['another protocol', 404, '/ws', { connection: 'upgrade, close', upgrade: 'h2c' }, 'GET'],
  ])('is refused as JSON with an error: %s', async (_name, status, path, headers, method) => {
    const answer = await requestUpgrade(`${path}?ticket=${await newTicket()}`, headers, method);
    expect(answer.status).toBe(status);
    expect(refusalProblemsOf(answer)).toEqual([]);
  });
});

describe('an open socket', () => {
  it('receives events, and ignores heartbeats, noise and binary messages', async () => {
    const listening = await listen({ ticket: await newTicket() });
    for (const text of ['{"action":"ping"}', 'garbage', '', '{"__proto__":{"polluted":1}}']) {
      listening.socket.send(text);
    }
    listening.socket.send(Buffer.from([0, 1, 2, 255]));
    const event = await deliver('fnd-socket');
    expect(await waitForEvent(listening, event)).toEqual([event]);
    const channels = new Set(listening.frames.map(({ channel }) => channel));
    expect([...channels].filter((one) => /error|ping|pong/.test(one))).toEqual([]);
    listening.socket.close();
  });

  it('replies to a ping of the protocol', async () => {
    const { socket } = await listen({ ticket: await newTicket() });
    const pong = once(socket, 'pong');
    socket.ping('still there?');
    expect(String((await pong)[0])).toBe('still there?');
    socket.close();
  });

  it('accepts 32 KiB, and is closed with 1009 for one byte more', async () => {
    const { socket, closed } = await listen({ ticket: await newTicket() });
    const pong = once(socket, 'pong');
    socket.send('a'.repeat(32 * 1024));
    socket.ping();
    await pong;
    socket.send('a'.repeat(32 * 1024 + 1));
    expect(await closed).toBe(1009);
  });

  it('is closed with 1009 for a gigabyte message, before its content is sent', async () => {
    const { socket, closed } = await listen({ ticket: await newTicket() });
    const header = Buffer.alloc(14);
    header.writeUInt8(0x81, 0);
    header.writeUInt8(0xff, 1);
    header.writeBigUInt64BE(1_000_000_000n, 2);
    Reflect.get(socket, '_socket').write(header);
    expect(await closed).toBe(1009);
  });

  it('is closed with 1007 for text that is not UTF-8', async () => {
    const { socket, closed } = await listen({ ticket: await newTicket() });
    socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await closed).toBe(1007);
  });
});

describe('a console that reconnects with its cursor', () => {
  it('receives exactly the missed events, in order, then later ones', async () => {
    const first = await listen({ ticket: await newTicket() });
    const receivedEvent = await deliver('fnd-seen');
    await waitForEvent(first, receivedEvent);
    const cursor = first.frames.at(-1)?.cursor ?? '';
    first.socket.terminate();
    await first.closed;

    const missed: string[] = [];
    for (const n of [1, 2, 3]) missed.push(await deliver(`fnd-missed-${n}`));
    const second = await listen({ ticket: await newTicket(), cursor });
    const next = await deliver('fnd-next');
    await waitForEvent(second, next);
    expect(eventIdsIn(second)).toEqual([...missed, next]);
    expect(second.frames.map(({ channel }) => channel)).not.toContain('resync');
    const cursors = second.frames.map((one) => one.cursor);
    expect(new Set(cursors).size).toBe(cursors.length);
    second.socket.close();
  });

  it.each(['garbage', '', '__proto__', '0'.repeat(4_000), 'abcdef.99999999999999999999'])(
    'receives a resync for an invalid cursor: %s',
    async (cursor) => {
      const listening = await listen({ ticket: await newTicket(), cursor });
      const [first] = await eventually(
        async () => listening.frames,
        (frames) => frames.length > 0,
      );
      expect(first?.channel).toBe('resync');
      listening.socket.close();
    },
  );
});

describe('a server that shuts down', () => {
  it('closes its sockets with 1001, and does not wait for unresponsive clients', async () => {
    const polite = await listen({ ticket: await newTicket() });
    const deaf = await listen({ ticket: await newTicket() });
    deaf.socket.pause();
    const cursor = polite.frames.at(-1)?.cursor ?? '';
    await stopProcess(product.child(), 'SIGTERM');
    expect(await polite.closed).toBe(1001);
    deaf.socket.terminate();
    expect(product.errors()).not.toContain('"level":"error"');

    await product.start();
    const back = await listen({ ticket: await newTicket(), cursor });
    const [first] = await eventually(
      async () => back.frames,
      (frames) => frames.length > 0,
    );
    expect(first?.channel).toBe('resync');
    back.socket.close();
  });
});
