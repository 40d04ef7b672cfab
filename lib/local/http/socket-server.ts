import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { forbidden, notFound, Refusal } from '#lib/kernel/refusal.ts';
import type { SocketOwner, SocketSubscriber } from '#lib/ports/realtime.ts';
import { addressOf, isCrossOrigin } from './address.ts';
import { sendRawError } from './respond.ts';
import { handleMessages } from './socket-messages.ts';

type Socket = { send(text: string): void; close(code: number, reason: string): void };

/** Registers an accepted socket; the returned function removes it again. */
type Attach = (socket: Socket, owner: SocketSubscriber, cursor?: string) => () => void;

const rejectUpgrade = (socket: Duplex, error: unknown) => {
  if (error instanceof Refusal) sendRawError(socket, error.status, error.message);
  else sendRawError(socket, 503, 'The connection could not be opened. Try again in a moment.');
};

const maxConnectionMs = 2 * 3600_000;
/** A console that does not read is disconnected; it reconnects with its cursor. */
const maxBufferedBytes = 1024 * 1024;

/** Handles a frame with the action `send`; returns the frame to send back. */
type HandleFrame = (from: SocketOwner, body: Uint8Array) => Promise<string>;

/** WebSockets under `/ws`, opened with a one-time ticket and closed after 2 hours, as on AWS. */
export const socketServer = (
  server: Server,
  redeem: (ticket: string) => Promise<SocketSubscriber>,
  attach: Attach,
  handleFrame: HandleFrame,
) => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 32 * 1024 });

  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = addressOf(request);
    if (url.pathname !== '/ws') throw notFound('address');
    // A foreign page must not open a socket with a ticket that it has got hold of.
    if (isCrossOrigin(request, url))
      throw forbidden('Only pages of this server may open this socket.');
    const owner = await redeem(url.searchParams.get('ticket') ?? '');
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const send = (text: string) => {
        if (webSocket.bufferedAmount > maxBufferedBytes) webSocket.terminate();
        else webSocket.send(text);
      };
      const detach = attach(
        {
          send,
          close: (code, reason) => webSocket.close(code, reason),
        },
        owner,
        url.searchParams.get('cursor') ?? undefined,
      );
      const timer = setTimeout(() => webSocket.close(1001, 'Reconnect'), maxConnectionMs);
      webSocket.once('close', () => {
        clearTimeout(timer);
        detach();
      });
      handleMessages(webSocket, (body) => handleFrame(owner, body), send);
      // After an error the connection has been closed already, with a code (1009: frame too large).
      webSocket.on('error', () => {});
    });
  };

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    accept(request, socket, head).catch((error: unknown) => rejectUpgrade(socket, error));
  });
  sockets.on('wsClientError', ({ message }, socket) => sendRawError(socket, 400, `${message}.`));

  return {
    close() {
      for (const socket of sockets.clients) socket.close(1001, 'Stopping');
      sockets.close();
    },
  };
};
