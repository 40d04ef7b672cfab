import { once } from 'node:events';
import { realtimeChannels } from '#lib/channels.ts';
import { redeemTicket, ticketService } from '#lib/domain/ws/ticket.service.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { httpServer } from '#lib/local/http/http-server.ts';
import { socketServer } from '#lib/local/http/socket-server.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { createLog } from '#lib/kernel/log.ts';
import type { SocketSubscriber } from '#lib/ports/realtime.ts';
import WebSocket from 'ws';
import { openTestDatabase } from '#test/support/database.ts';
import { newTenant, person } from '#test/support/people.ts';
import { refusalProblemsOf } from './refusal-shape.ts';
import { sendRequest } from './raw-http.ts';

type Attached = { owner: SocketSubscriber; send: (text: string) => void; isGone: boolean };

const world = openTestDatabase();
const http = httpServer(createLog({ write: () => {}, clock: () => 0 }));
const time = { now: Date.parse('2026-09-01T12:00:00Z') };
const clock = () => time.now;
const caller = person(newTenant());
const attached: Attached[] = [];
/** The ids of the accepted messages. */
let taken: string[] = [];
/** What each message waits for while it is being accepted. */
let hold: Promise<void> = Promise.resolve();
let redeem: (ticket: string) => Promise<SocketSubscriber>;
let port: number;

beforeAll(async () => {
  port = await http.listen(0, '127.0.0.1');
  http.open([]);
  const { tenant_id, user_id: _id, name, userType, readOnly } = caller;
  const at = isoTime(clock());
  const userFields = { name, roles: [], settings: {}, created_at: at, updated_at: at };
  await userStore(world.db, tenant_id).create({ _id, userType, readOnly, ...userFields });
  redeem = redeemTicket({ db: world.db, clock, channels: realtimeChannels });
  socketServer(
    http.server,
    (ticket) => redeem(ticket),
    ({ send }, owner) => {
      const one: Attached = { owner, send, isGone: false };
      attached.push(one);
      return () => {
        one.isGone = true;
      };
    },
    async (_, body) => {
      const text = String(Buffer.from(body));
      taken.push(JSON.parse(text).id);
      await hold;
      return text;
    },
  );
});

afterAll(() => http.drain(0));

const newTicket = async () => {
  const { createTicket } = ticketService({ db: world.db, clock });
  return (await createTicket(caller, {})).ticket;
};

const connect = (ticket: string) => new WebSocket(`ws://127.0.0.1:${port}/ws?ticket=${ticket}`);

const requestUpgrade = (ticket: string) =>
  sendRequest(port, `/ws?ticket=${ticket}`, {
    headers: {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  });

describe('a ticket', () => {
  it('makes its caller the owner of the socket', async () => {
    const socket = connect(await newTicket());
    await once(socket, 'open');
    const { tenant_id, user_id } = caller;
    expect(attached.at(-1)).toMatchObject({ owner: { tenant_id, user_id }, isGone: false });
    socket.close();
    await once(socket, 'close');
  });

  it('is refused after its minute is over', async () => {
    const ticket = await newTicket();
    const before = attached.length;
    time.now += 61_000;
    const answer = await requestUpgrade(ticket);
    expect(answer.status).toBe(401);
    expect(refusalProblemsOf(answer)).toEqual([]);
    expect(attached).toHaveLength(before);
  });

  it('is refused with 503 while the database cannot be read', async () => {
    const working = redeem;
    redeem = () => Promise.reject(new Error('the secret of table ws_tickets'));
    const answer = await requestUpgrade('any');
    redeem = working;
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body)).toEqual({
      error: 'The connection could not be opened. Try again in a moment.',
    });
  });
});

describe('a console that does not read its messages', () => {
  it('is disconnected when a mebibyte waits for it', async () => {
    const socket = connect(await newTicket());
    await once(socket, 'open');
    socket.pause();
    const one = attached.at(-1);
    const text = 'a'.repeat(32 * 1024);
    for (let sent = 0; one && !one.isGone && sent < 10_000; sent += 1) {
      one.send(text);
      if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(one?.isGone).toBe(true);
    socket.terminate();
  });
});

describe('messages over a socket', () => {
  const message = (id: string) => JSON.stringify({ action: 'send', id });

  const open = async () => {
    taken = [];
    const socket = connect(await newTicket());
    await once(socket, 'open');
    return socket;
  };

  it('are handled one after the other and answered in order', async () => {
    const socket = await open();
    const ids = Array.from({ length: 40 }, (_, n) => `message-${n}`);
    const answerIds: string[] = [];
    const all = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        answerIds.push(JSON.parse(data.toString()).id);
        if (answerIds.length === ids.length) resolve();
      });
    });
    for (const id of ids) socket.send(message(id));
    await all;
    expect(taken).toEqual(ids);
    expect(answerIds).toEqual(ids);
    socket.close();
    await once(socket, 'close');
  });

  it('that flood close the socket, and the waiting ones are dropped', async () => {
    let release = (): void => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const socket = await open();
    // Few enough that the socket is still read: with more, the flood would not even be seen.
    for (let n = 0; n < 4; n += 1) socket.send(message(`message-${n}`));
    for (let n = 0; n < 2000; n += 1) socket.send('{"action":"ping"}');
    const [code] = await once(socket, 'close');
    expect(code).toBe(1008);
    release();
    await hold;
    expect(taken).toEqual(['message-0']);
    hold = Promise.resolve();
  });

  it('count as a flood even if they are heartbeats', async () => {
    const socket = await open();
    for (let n = 0; n < 2000; n += 1) socket.send('{"action":"ping"}');
    const [code] = await once(socket, 'close');
    expect(code).toBe(1008);
  });
});
