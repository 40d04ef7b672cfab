import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '#lib/kernel/limits.ts';
import { Refusal } from '#lib/kernel/refusal.ts';

/** Serves one request that a mount has claimed. */
export type Serve = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

/** A part of the address space; the first mount that claims a request serves it. */
export type Mount = { claims: (path: string, method: string) => boolean; serve: Serve };

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

/** The whole body, refused with 413 at the limit while it is read: the rest is never taken in. */
export const readBody = (request: IncomingMessage, most: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const tooLarge = () => {
      const size = most / 1024 / 1024;
      reject(new Refusal(413, `The body is larger than ${size} MiB.`, { headers: { connection: 'close' } }));
    };
    if (Number(request.headers['content-length'] ?? 0) > most) {
      tooLarge();
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > most) {
        request.pause();
        tooLarge();
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('aborted', () => reject(new Refusal(400, 'The request was cut off.')));
  });

export const bodyLimits = { api: limits.apiBody, webhook: limits.webhookBody };
