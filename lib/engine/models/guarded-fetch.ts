import { authoriseRequest, type CallDeps } from '../integrations/authorise-request.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import type { OutgoingRequest } from '../outgoing/request.ts';
import type { OutgoingStream } from '../outgoing/stream.ts';
import { readBeginning, type ReadBody } from './model-body.ts';

export type StreamDeps = CallDeps & { outgoingStream: OutgoingStream };

type Answer = Pick<Response, 'status' | 'headers'>;
type Sender = (request: OutgoingRequest, signal?: AbortSignal) => Promise<Response>;

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  throw new TypeError('The request to a model must be text.');
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * The body of an answer for the SDK: of a success piece by piece, of an error only its beginning.
 */
const readableBody = (body: ReadableStream<Uint8Array>, answer: Answer, readBody: ReadBody) => {
  if (!isSuccess(answer.status)) return readBeginning(body);
  const type = (answer.headers.get('content-type') ?? '').trim().toLowerCase();
  return readBody(body, type);
};

/**
 * Our client with the interface of `fetch`, whose answers pass through `readBody`; `callError`
 * returns the error of its last call.
 */
export const guardedFetch = (send: Sender, readBody: ReadBody) => {
  let lastError: unknown;
  const recordError = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      lastError = error;
      throw error;
    }
  };

  /** Records the error with which a body breaks off, because the SDK hides it. */
  async function* recordedBody(body: ReadableStream<Uint8Array>, answer: Answer) {
    try {
      yield* readableBody(body, answer, readBody);
    } catch (error) {
      lastError = error;
      throw error;
    }
  }

  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const request = {
      method: init.method ?? 'GET',
      url: String(input),
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        // In a compressed answer deltas would wait for each other.
        'accept-encoding': 'identity',
      },
      ...(init.body && { body: textOf(init.body) }),
    };
    const { body, ...answer } = await recordError(send(request, init.signal ?? undefined)).then(
      ({ body, status, headers }) => ({ body, status, headers }),
    );
    return new Response(body && ReadableStream.from(recordedBody(body, answer)), answer);
  };
  return { fetch, callError: () => lastError };
};

/** Sends with the secrets of an integration, which the SDK never sees. */
export const authorisedSender =
  (integration: OpenedIntegration, deps: StreamDeps): Sender =>
  async (request, signal) => {
    const { request: sent } = await authoriseRequest(request, integration, deps);
    return deps.outgoingStream(sent, signal);
  };
