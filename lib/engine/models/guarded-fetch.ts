import { authorised, type CallDeps } from '../integrations/authorised.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { OutgoingError, type OutgoingRequest } from '../outgoing/request.ts';
import type { OutgoingStream } from '../outgoing/stream.ts';

export type StreamDeps = CallDeps & { outgoingStream: OutgoingStream };

/** Bytes of one line: an event of a stream is a line, and is parsed in one go. */
const longestLine = 512 * 1024;

const newline = 0x0a;

const tooLong = () =>
  new OutgoingError('protocol', 'The model sent a part of its answer that is too long to read.');

/** What comes, as long as no line of it is too long. */
async function* withShortLines(body: ReadableStream<Uint8Array>) {
  let open = 0;
  for await (const bytes of body) {
    let from = 0;
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
      if (open + at - from > longestLine) throw tooLong();
      open = 0;
      from = at + 1;
    }
    open += bytes.length - from;
    if (open > longestLine) throw tooLong();
    yield bytes;
  }
}

type Sender = (request: OutgoingRequest, signal?: AbortSignal) => Promise<Response>;

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  throw new TypeError('A model is asked by a text.');
};

/** Our client in the shape of `fetch`, and why its last call has no answer, or broke off. */
export const guardedFetch = (send: Sender) => {
  let why: unknown;
  const noting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      why = error;
      throw error;
    }
  };

  /** The SDK hides what a body breaks off with; it is noted on the way. */
  async function* noted(body: ReadableStream<Uint8Array>) {
    try {
      yield* withShortLines(body);
    } catch (error) {
      why = error;
      throw error;
    }
  }

  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const request = {
      method: init.method ?? 'GET',
      url: String(input),
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        // Deltas of a packed answer would wait for each other.
        'accept-encoding': 'identity',
      },
      ...(init.body && { body: textOf(init.body) }),
    };
    const { body, ...answer } = await noting(send(request, init.signal ?? undefined)).then(
      ({ body, status, headers }) => ({ body, status, headers }),
    );
    return new Response(body && ReadableStream.from(noted(body)), answer);
  };
  return { fetch, sent: () => why };
};

/** Sends with the secrets of an integration, which the SDK never sees. */
export const withSecrets =
  (integration: OpenedIntegration, deps: StreamDeps): Sender =>
  async (request, signal) => {
    const { request: sent } = await authorised(request, integration, deps);
    return deps.outgoingStream(sent, signal);
  };
