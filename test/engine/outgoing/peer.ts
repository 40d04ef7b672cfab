import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as tcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type outgoing,
  OutgoingError,
  type OutgoingRequest,
} from '#lib/engine/outgoing/request.ts';

/** A loopback server of a test. `pair` (host and port) is what an operator would allow. */
export type Peer = { port: number; pair: string; url: string; connections: number };

export type SeenRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
};
export type Reply = { status: number; headers?: Record<string, string>; body?: string | Buffer };

const servers: Server[] = [];
const sockets = new Set<Socket>();

async function listenOnLoopback<T extends object>(server: Server, extra: T): Promise<Peer & T> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pair = `127.0.0.1:${port}`;
  const peer = { port, pair, url: `http://${pair}`, connections: 0, ...extra };
  server.on('connection', (socket) => {
    peer.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  return peer;
}

/** A raw TCP peer: `respond` runs once the first bytes of a request have arrived. */
export function openRawPeer(respond: (socket: Socket) => void): Promise<Peer> {
  const server = tcpServer((socket) => {
    socket.once('data', () => respond(socket));
  });
  return listenOnLoopback(server, {});
}

/** A proper HTTP peer that records every request. */
export function openHttpPeer(
  reply: (request: SeenRequest) => Reply,
): Promise<Peer & { seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    const answer = (received: string) => {
      const call = { method, path, headers, body: received };
      seen.push(call);
      const { status, headers: fields, body } = reply(call);
      response.writeHead(status, fields).end(body);
    };
    text(request).then(answer, () => response.destroy());
  });
  return listenOnLoopback(server, { seen });
}

/** Tracks a server that the test made itself (TLS), so that it is closed too. */
export const adoptServer = (server: Server): Promise<Peer> => listenOnLoopback(server, {});

export async function closePeers(): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
}

/** One GET, unless `request` says otherwise. */
export const sendRequest = (send: ReturnType<typeof outgoing>, request: Partial<OutgoingRequest>) =>
  send({ method: 'GET', url: '', headers: {}, ...request });

/** The error of a call; fails if it was answered, or ended with another kind of error. */
export async function outgoingErrorOf(call: Promise<unknown>): Promise<OutgoingError> {
  const outcome = await call.then(
    () => 'an answer',
    (error: unknown) => error,
  );
  if (outcome instanceof OutgoingError) return outcome;
  throw new Error(`expected an OutgoingError, got ${String(outcome)}`);
}
