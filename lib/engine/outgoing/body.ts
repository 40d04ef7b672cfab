import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { OutgoingError } from './errors.ts';

const deflateMethod = 8;

/** "deflate" occurs with and without the zlib wrapper; the first byte shows which. */
const inflater = (first: Buffer): Transform =>
  ((first[0] ?? 0) & 0x0f) === deflateMethod ? createInflate() : createInflateRaw();

function decoderFor(coding: string, first: Buffer): Transform | undefined {
  switch (coding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return inflater(first);
    case 'br':
      return createBrotliDecompress();
    default:
      throw new OutgoingError(
        'protocol',
        'The answer has a compression that was not requested. Only gzip, deflate and br can be ' +
          'read: contact the operator of that service, or remove the Accept-Encoding header.',
      );
  }
}

async function* prependChunk(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

function decodeBody(coding: string, first: Buffer, rest: AsyncIterable<Buffer>) {
  const decoder = decoderFor(coding, first);
  if (!decoder) return prependChunk(first, rest);
  // Errors of both streams reach the reader through the decoder.
  pipeline(prependChunk(first, rest), decoder, () => {});
  return decoder as AsyncIterable<Buffer>;
}

function asText(bytes: Buffer, contentType = ''): string {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** The body as it arrives, decompressed; undefined where there is none. */
export async function bodyParts(
  answer: IncomingMessage,
): Promise<AsyncIterable<Buffer> | undefined> {
  const wire: AsyncIterableIterator<Buffer> = answer[Symbol.asyncIterator]();
  const first = await wire.next();
  // Answers without a body (HEAD, 304) may still name an encoding; there is nothing to decode.
  if (first.done) return undefined;
  return decodeBody(answer.headers['content-encoding'] ?? '', first.value, wire);
}

/** Throws if the connection was reset: to Node, that too ends a body without a length. */
export function throwIfReset(answer: IncomingMessage): void {
  if (answer.socket.errored) throw answer.socket.errored;
}

/**
 * The whole body as text, decompressed while it is read. Rejects where it is incomplete. It holds
 * at most `limit` bytes and one chunk; a larger body throws 'too large', whatever its headers say.
 */
export async function readBody(answer: IncomingMessage, limit: number): Promise<string> {
  const body = await bodyParts(answer);
  if (!body) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) {
      const problem = `The answer is larger than ${limit / 1024} KiB, which is the limit.`;
      throw new OutgoingError('too large', `${problem} Request fewer items or a page of them.`);
    }
    chunks.push(chunk);
  }
  throwIfReset(answer);
  return asText(Buffer.concat(chunks, size), answer.headers['content-type']);
}
