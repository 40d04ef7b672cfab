import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '#lib/kernel/limits.ts';
import type { Log } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { type Mount, sendJson } from './respond.ts';

export type HttpServer = {
  server: Server;
  listen(port: number, host: string): Promise<number>;
  /** From now on requests are served; before, and while draining, each gets 503 with Retry-After. */
  open(mounts: readonly Mount[]): void;
  /** Refuses what comes, lets what runs end, closes within `ms`. */
  drain(ms: number): Promise<void>;
};

const fail = (response: ServerResponse, error: unknown, log: Log) => {
  if (error instanceof Refusal) {
    sendJson(response, error.status, error.body(), error.extra.headers);
    return;
  }
  log.error('A request failed unexpectedly.', { error });
  if (response.headersSent) response.destroy();
  else sendJson(response, 500, { error: 'Something went wrong on our side. Try again.' });
};

const unavailable = (response: ServerResponse) =>
  sendJson(
    response,
    503,
    { error: 'Cloudwarden is starting or stopping. Try again in a moment.' },
    { 'retry-after': '1', connection: 'close' },
  );

/** What HTTP itself refuses, before there is a request (limits of the security design). */
const refuseBroken = (error: NodeJS.ErrnoException, socket: Socket) => {
  const lines: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  };
  if (!socket.writable) return;
  const line = lines[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ error: `${line.slice(4)}.` });
  const type = 'content-type: application/json\r\nconnection: close';
  socket.end(`HTTP/1.1 ${line}\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
};

/** The one HTTP server of the embedded product. */
export const httpServer = (log: Log): HttpServer => {
  let mounts: readonly Mount[] | undefined;

  const server = createServer(
    {
      maxHeaderSize: limits.headers,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.bodyTimeout,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      if (!mounts) {
        unavailable(response);
        return;
      }
      const url = URL.parse(request.url ?? '/', 'http://localhost');
      const mount = url && mounts.find(({ claims }) => claims(url.pathname, request.method ?? ''));
      if (!url || !mount) {
        sendJson(response, 404, { error: 'This address does not exist.' });
        return;
      }
      mount.serve(request, response, url).catch((error) => fail(response, error, log));
    },
  );
  server.on('clientError', refuseBroken);

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    open: (given) => {
      mounts = given;
    },
    drain: async (ms) => {
      mounts = undefined;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), ms);
      await closed;
      clearTimeout(timer);
    },
  };
};
