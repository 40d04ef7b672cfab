import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { SocketOwner } from '#lib/domain/ws/ticket.service.ts';

type Socket = { send(text: string): void; close(code: number, reason: string): void };

/** Where accepted sockets go; the returned function takes a socket out again. */
type Attach = (socket: Socket, owner: SocketOwner, cursor?: string) => () => void;

const refuse = (socket: Duplex, line: string) => {
  socket.end(`HTTP/1.1 ${line}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};

/** A page of another origin must not open a socket with a ticket that it found. */
const isSameOrigin = ({ headers: { origin, host } }: IncomingMessage): boolean =>
  origin === undefined || URL.parse(origin)?.host === host;

const longestLife = 2 * 3600_000;
/** A console that does not read is let go; it comes back with its cursor. */
const mostBuffered = 1024 * 1024;

/** WebSockets under `/ws`: opened with a one-time ticket, closed after 2 hours as on AWS. */
export const socketServer = (
  server: Server,
  redeem: (ticket: string) => Promise<SocketOwner>,
  attach: Attach,
) => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 32 * 1024 });

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer, url: URL) => {
    const owner = await redeem(url.searchParams.get('ticket') ?? '');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const detach = attach(
        {
          send: (text) => {
            if (opened.bufferedAmount > mostBuffered) opened.terminate();
            else opened.send(text);
          },
          close: (code, reason) => opened.close(code, reason),
        },
        owner,
        url.searchParams.get('cursor') ?? undefined,
      );
      const timer = setTimeout(() => opened.close(1001, 'Reconnect'), longestLife);
      opened.once('close', () => {
        clearTimeout(timer);
        detach();
      });
      opened.on('error', () => opened.terminate());
    });
  };

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (url?.pathname !== '/ws' || !isSameOrigin(request)) refuse(socket, '403 Forbidden');
    else accept(request, socket, head, url).catch(() => refuse(socket, '401 Unauthorized'));
  });

  return {
    close() {
      for (const socket of sockets.clients) socket.close(1001, 'Stopping');
      sockets.close();
    },
  };
};
