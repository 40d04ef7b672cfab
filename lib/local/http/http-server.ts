import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '#lib/kernel/limits.ts';
import type { Log } from '#lib/kernel/log.ts';
import { notFound, Refusal } from '#lib/kernel/refusal.ts';
import { httpsOnlyHeaders } from '#lib/kernel/site-headers.ts';
import { outageOf } from '../write-failure.ts';
import { addressOf } from './address.ts';
import { type Mount, sendJson, sendRawError } from './respond.ts';

export type HttpServer = {
  server: Server;
  listen(port: number, host: string): Promise<number>;
  /**
   * From now on requests are served; before that, and while draining, each one gets 503 with
   * Retry-After.
   */
  open(mounts: readonly Mount[]): void;
  /** Rejects new requests, lets running ones end, and closes within `ms`. */
  drain(ms: number): Promise<void>;
};

const internalError = new Refusal(500, 'Something went wrong on our side. Try again.');

const sendError = (response: ServerResponse, error: unknown, log: Log) => {
  // The client has gone, so there is nobody to respond to.
  if (response.destroyed) return;
  const knownRefusal = error instanceof Refusal ? error : outageOf(error);
  if (error !== knownRefusal)
    log.error(knownRefusal?.message ?? 'A request failed unexpectedly.', { error });
  const refusal = knownRefusal ?? internalError;
  if (response.headersSent) response.destroy();
  else sendJson(response, refusal.status, refusal.body(), refusal.extra.headers);
};

const sendUnavailable = (response: ServerResponse) =>
  sendJson(
    response,
    503,
    { error: 'Cloudwarden is starting or stopping. Try again in a moment.' },
    { 'retry-after': '1', connection: 'close' },
  );

const malformedRequestErrors: Record<string, [status: number, error: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long: headers 10 s, a whole request 30 s.'],
};

/**
 * Rejects what is no valid HTTP, before there is a request. Data that still arrives after such a
 * rejection is invalid too; the connection is not cut at once, so that the client can read the
 * response.
 */
const rejectMalformed = ({ code = '' }: NodeJS.ErrnoException, socket: Duplex) => {
  const [status, error] = malformedRequestErrors[code] ?? [
    400,
    'This is not a valid HTTP/1.1 request.',
  ];
  if (socket.writable) sendRawError(socket, status, error);
  else if (!socket.writableEnded) socket.destroy();
};

/** All open connections, including WebSockets. */
const connectionsOf = (server: Server): ReadonlySet<Socket> => {
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
};

/** Why the server cannot listen, for the operator. */
const listenErrorOf = (error: NodeJS.ErrnoException, port: number, host: string): Error =>
  error.code === 'EADDRINUSE'
    ? new Error(
        `Another process listens at ${host}:${port}. Stop it, or choose another port with PORT.`,
        { cause: error },
      )
    : error;

/** The host name for which a proxy in front terminates TLS, if the public URL uses https. */
const secureHostOf = (publicUrl: string | undefined): string | undefined => {
  const { protocol, host } = new URL(publicUrl ?? 'http://localhost');
  return protocol === 'https:' ? host : undefined;
};

/** The HTTP server of the embedded edition; clients that use HTTPS are told to keep to it. */
export const httpServer = (log: Log, publicUrl?: string): HttpServer => {
  let mounts: readonly Mount[] | undefined;
  const secureHost = secureHostOf(publicUrl);

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = addressOf(request);
    if (url.host === secureHost) response.setHeaders(new Map(Object.entries(httpsOnlyHeaders)));
    const mount = mounts?.find(({ claims }) => claims(url.pathname, request.method ?? ''));
    if (!mount) throw notFound('address');
    await mount.serve(request, response, url);
  };

  const server = createServer(
    {
      maxHeaderSize: limits.headers,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.bodyTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: 1_000,
      // Checked with the rest of the address, so that errors have the common format.
      requireHostHeader: false,
      // Offers of other protocols are ignored and the request served (Java offers h2c every time).
      shouldUpgradeCallback: ({ headers }) =>
        mounts !== undefined && headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      if (!mounts) sendUnavailable(response);
      else serve(request, response).catch((error: unknown) => sendError(response, error, log));
    },
  );
  server.on('clientError', rejectMalformed);
  server.on('checkExpectation', (_request, response) =>
    sendJson(response, 417, { error: 'The only supported expectation is 100-continue.' }),
  );
  const connections = connectionsOf(server);

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(listenErrorOf(error, port, host)));
        server.listen(port, host, () => {
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : port);
        });
      }),
    open: (newMounts) => {
      mounts = newMounts;
    },
    drain: async (ms) => {
      mounts = undefined;
      const closed = new Promise((resolve) => server.close(resolve));
      // Browsers open connections in advance, for which Node would wait.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      const timer = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, ms);
      await closed;
      clearTimeout(timer);
    },
  };
};
