import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '#lib/kernel/limits.ts';
import { badRequest, Refusal } from '#lib/kernel/refusal.ts';
import { dataHeaders } from '#lib/kernel/site-headers.ts';

/** Serves one request that a mount has claimed. */
export type Serve = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

/** A part of the URL space; the first mount that claims a request serves it. */
export type Mount = { claims: (path: string, method: string) => boolean; serve: Serve };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** How long (ms) a client may read the response before its connection is cut. */
const closeDelay = 1_000;

/** Stops sending and reading, and cuts the connection once the client had time to read. */
const hangUp = (socket: Duplex): void => {
  socket.end();
  setTimeout(() => socket.destroy(), closeDelay).unref();
};

/**
 * Ends a response. If the request is still being received, the connection is closed too: Node would
 * read all the rest, and a reset before the client has read the response would lose it.
 */
const finish = (response: ServerResponse, text: string): void => {
  const { req, socket } = response;
  if (socket === null || req.complete || !hasBody(req)) {
    response.end(text);
    return;
  }
  response.setHeader('connection', 'close');
  response.flushHeaders();
  response.write(text);
  hangUp(socket);
};

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  const text = JSON.stringify(body);
  response.statusCode = status;
  const all = { ...dataHeaders, ...headers, 'content-length': Buffer.byteLength(text) };
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
  finish(response, text);
};

/** Writes a rejection to a bare socket, which has no response object, and ends the connection. */
export const sendRawError = (socket: Duplex, status: number, error: string): void => {
  const text = JSON.stringify({ error });
  const length = Buffer.byteLength(text);
  const headers = { ...dataHeaders, connection: 'close', 'content-length': length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  socket.write(`${head}\r\n\r\n${text}`);
  hangUp(socket);
};

export const methodNotAllowed = (methods: readonly string[]): Refusal => {
  const allow = methods.join(', ');
  return new Refusal(405, `This address accepts only ${allow}.`, { headers: { allow } });
};

/** For read-only addresses: throws 405 for methods other than GET and HEAD, and 400 for a body. */
export const assertReadRequest = (request: IncomingMessage): void => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw methodNotAllowed(['GET', 'HEAD']);
  if (hasBody(request)) throw badRequest('This address accepts no body.');
};

const tooLarge = (maxBytes: number) =>
  new Refusal(413, `The body is larger than ${maxBytes / 1024 / 1024} MiB.`);

/** The whole body; throws 413 as soon as the limit is exceeded, without reading the rest. */
export const readBody = (request: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      reject(tooLarge(maxBytes));
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBytes) {
        request.pause();
        reject(tooLarge(maxBytes));
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(badRequest('The request was cut off.')));
  });

export const bodyLimits = { api: limits.apiBody, webhook: limits.webhookBody };
