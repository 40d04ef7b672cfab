/**
 * Loads the server part of `ws` instead of its stub for browsers:
 * @jest-environment-options {"customExportConditions": ["node"]}
 */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { setConnection } from '#web/api/connection.ts';
import { keepSocketOpen, type SocketFrame } from '#web/api/socket.ts';

describe('the socket of the console', () => {
  let server: Server;
  let sockets: WebSocketServer;
  const connections: { query: URLSearchParams; peer: Peer }[] = [];
  let tickets = 0;

  const waitFor = async (count: number): Promise<Peer> => {
    while (connections.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    const last = connections[count - 1];
    if (!last) throw new Error('Not opened.');
    return last.peer;
  };

  beforeAll(async () => {
    server = createServer((_request, response) => {
      tickets += 1;
      response.end(JSON.stringify({ ticket: `ticket-${tickets}`, expires_at: '' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    sockets = new WebSocketServer({ server });
    sockets.on('connection', (peer, request) => {
      connections.push({ query: new URL(request.url ?? '', 'http://x').searchParams, peer });
    });
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    setConnection({
      apiUrl: `http://${host}`,
      socketUrl: `ws://${host}/ws`,
      accessToken: async () => 'token',
    });
  });

  afterAll(() => {
    sockets.close();
    server.close();
  });

  it('reconnects with a new ticket and the last cursor and requests a resync', async () => {
    const frames: SocketFrame[] = [];
    const ended = new AbortController();
    keepSocketOpen((frame) => frames.push(frame), ended.signal);
    const first = await waitFor(1);
    const waiting = { approval_id: 'apr_1', status: 'pending' };
    first.send('not JSON');
    first.send(JSON.stringify({ channel: 'approval_updated', message: { a: 1 } }));
    first.send(JSON.stringify({ channel: 'approval_updated', cursor: '7', message: waiting }));
    while (frames.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    first.close();
    const second = await waitFor(2);
    while (frames.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(connections.map(({ query }) => query.toString())).toEqual([
      'ticket=ticket-1',
      'ticket=ticket-2&cursor=7',
    ]);
    expect(frames).toEqual([
      { channel: 'resync' },
      { channel: 'approval_updated', cursor: '7', message: waiting, isTransient: false },
      { channel: 'resync' },
    ]);
    ended.abort();
    if (second.readyState !== second.CLOSED) await once(second, 'close');
  });

  it('reconnects at once when the browser is online again', async () => {
    const endless = jest.spyOn(Math, 'random').mockReturnValue(1e6);
    const ended = new AbortController();
    const before = connections.length;
    keepSocketOpen(() => undefined, ended.signal);
    (await waitFor(before + 1)).close();
    const online = setInterval(() => window.dispatchEvent(new Event('online')), 5);
    const secondPeer = await waitFor(before + 2);
    clearInterval(online);
    endless.mockRestore();
    ended.abort();
    if (secondPeer.readyState !== secondPeer.CLOSED) await once(secondPeer, 'close');
  });
});
