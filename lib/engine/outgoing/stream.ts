import type { IncomingMessage } from 'node:http';
import { limits } from '#lib/kernel/limits.ts';
import { bodyParts, throwIfReset } from './body.ts';
import { answerError, OutgoingError } from './errors.ts';
import { type Hop, nextHop } from './redirect.ts';
import {
  firstHop,
  type OutgoingBounds,
  type OutgoingPolicy,
  type OutgoingRequest,
  plainHeaders,
  sendHop,
  startDeadline,
  totalTime,
} from './request.ts';

/** Adds to the limits of every call the longest time (ms) without a byte, `silence`. */
export type StreamBounds = Omit<OutgoingBounds, 'redirects'> & { silence: number };

const productBounds: StreamBounds = {
  connect: limits.httpConnect,
  total: limits.modelTurn,
  head: limits.headers,
  body: limits.modelAnswer,
  silence: limits.modelSilence,
};

/** Sends a request whose answer is read as it arrives. */
export type OutgoingStream = (request: OutgoingRequest, signal?: AbortSignal) => Promise<Response>;

/** One call, from its request to the last byte of its answer. */
type Call = {
  hop: Hop;
  bounds: StreamBounds;
  control: AbortController;
  /** Stops the timers, and the listener on the caller's signal. */
  cleanUp: () => void;
};

/** Aborts the call when nothing arrives for too long; each call of `restart` restarts the time. */
const startSilenceTimer = ({ hop, bounds, control }: Omit<Call, 'cleanUp'>) => {
  const begin = () => startDeadline(control, bounds.silence, `${hop.url.host} sent nothing`);
  let stopDeadline = begin();
  return {
    restart: () => {
      stopDeadline();
      stopDeadline = begin();
    },
    end: () => stopDeadline(),
  };
};

/** The bytes of an answer as they arrive. Throws an `OutgoingError` above the limit. */
async function* limitBytes(answer: IncomingMessage, call: Call): AsyncGenerator<Uint8Array> {
  const { hop, bounds, control } = call;
  const silenceTimer = startSilenceTimer(call);
  let size = 0;
  try {
    for await (const chunk of (await bodyParts(answer)) ?? []) {
      silenceTimer.restart();
      size += chunk.length;
      if (size > bounds.body) {
        const problem = `The answer is larger than ${bounds.body / 1024} KiB, which is the limit.`;
        throw new OutgoingError('too large', `${problem} Request less data.`);
      }
      yield new Uint8Array(chunk);
    }
    throwIfReset(answer);
    // A body that ends with its connection seems complete when our own time cuts it off.
    control.signal.throwIfAborted();
  } catch (error) {
    throw control.signal.aborted ? control.signal.reason : answerError(error, hop.url);
  } finally {
    silenceTimer.end();
    call.cleanUp();
    answer.destroy();
  }
}

/** Statuses whose answers have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

const responseOf = (answer: IncomingMessage, call: Call): Response => {
  const status = answer.statusCode ?? 0;
  const { 'content-encoding': _, 'content-length': _length, ...headers } = plainHeaders(answer);
  if (!bodiless.has(status)) {
    return new Response(ReadableStream.from(limitBytes(answer, call)), { status, headers });
  }
  call.cleanUp();
  answer.destroy();
  return new Response(null, { status, headers });
};

/** Begins a call that is aborted by `signal`, or when its total time is over. */
const beginCall = (request: OutgoingRequest, bounds: StreamBounds, signal?: AbortSignal): Call => {
  const hop = firstHop(request);
  const control = new AbortController();
  const ms = totalTime(request.timeoutMs, bounds.total);
  const stopDeadline = startDeadline(control, ms, `${hop.url.host} did not answer completely`);
  const cancel = () => control.abort(signal?.reason);
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const cleanUp = () => {
    stopDeadline();
    signal?.removeEventListener('abort', cancel);
  };
  return { hop, bounds, control, cleanUp };
};

/**
 * The guarded client of bots for answers that are read as they arrive: the same rules for
 * addresses, limits in bytes and time, no redirects. A call without an answer, or with an
 * incomplete one, rejects with an `OutgoingError`; an aborted call rejects with the reason of the
 * signal.
 */
export const outgoingStream = (
  policy: OutgoingPolicy,
  overrides: Partial<StreamBounds> = {},
): OutgoingStream => {
  const bounds = { ...productBounds, ...overrides };
  return async (request, signal) => {
    const call = beginCall(request, bounds, signal);
    const { hop, control } = call;
    const silenceTimer = startSilenceTimer(call);
    try {
      control.signal.throwIfAborted();
      const sent = { policy, bounds: { ...bounds, redirects: 0 }, control };
      const answer = await sendHop(hop, { ...sent, redirects: 'refuse' });
      if (!nextHop(hop, answer)) return responseOf(answer, call);
      answer.destroy();
      const problem = 'redirects to another address. Enter the final address instead.';
      throw new OutgoingError('redirect', `${hop.url.host} ${problem}`);
    } catch (error) {
      call.cleanUp();
      throw control.signal.aborted ? control.signal.reason : error;
    } finally {
      silenceTimer.end();
    }
  };
};
