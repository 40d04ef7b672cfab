import type { IncomingMessage } from 'node:http';
import { limits } from '#lib/kernel/limits.ts';
import { type AddressPolicy, resolveAllowed } from './address.ts';
import { readBody } from './body.ts';
import { answerError, connectionError, OutgoingError } from './errors.ts';
import { exchange } from './exchange.ts';
import { requestFields, requestMethod } from './headers.ts';
import { dropsBody, type Hop, nextHop, parseTarget } from './redirect.ts';

export { beforeSending, OutgoingError } from './errors.ts';

export type OutgoingPolicy = AddressPolicy;

export type OutgoingRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Milliseconds for the whole call with its redirects; at most `limits.httpTotal`. */
  timeoutMs?: number;
  /** Further names of headers with credentials: they are never sent to another origin. */
  secretHeaders?: readonly string[];
  /** The body has a credential: a redirect that would send it to another origin is refused. */
  secretBody?: boolean;
  /** Redirects are refused: the request is meant for exactly this URL. */
  redirects?: 'refuse';
  /** The certificate of the first origin is not checked; those of further ones are. */
  anyCertificate?: boolean;
};

/** `url` is final and without its query; `body` is decompressed; header names are lower-case. */
export type OutgoingAnswer = {
  /** The status by which a redirect turned the request into the GET that this answers, if any. */
  redirectedBy?: number;
  status: number;
  headers: Record<string, string>;
  body: string;
  url: string;
};

/** Limits in ms (`connect`, `total`) and bytes (`head`, `body`), and a count (`redirects`). */
export type OutgoingBounds = {
  connect: number;
  total: number;
  head: number;
  body: number;
  redirects: number;
};

const productBounds: OutgoingBounds = {
  connect: limits.httpConnect,
  total: limits.httpTotal,
  head: limits.headers,
  body: limits.httpAnswer,
  redirects: limits.httpRedirects,
};

export type OutgoingCall = {
  policy: OutgoingPolicy;
  bounds: OutgoingBounds;
  control: AbortController;
  redirects: OutgoingRequest['redirects'];
  /** Set once a connection is established, over which the request is sent at once. */
  wasSent?: boolean;
  /** Set once a redirect has turned the request into a GET, to the status of that redirect. */
  redirectedBy?: number;
};

export function firstHop(request: OutgoingRequest): Hop {
  return {
    url: parseTarget(request.url, 'request'),
    method: requestMethod(request.method),
    headers: requestFields(request.headers),
    body: request.body,
    secretHeaders: new Set(request.secretHeaders?.map((name) => name.toLowerCase())),
    secretBody: request.secretBody ?? false,
    anyCertificate: request.anyCertificate ?? false,
  };
}

/** Aborts the call as timed out after `ms`, unless the returned function is called before. */
export function startDeadline(control: AbortController, ms: number, problem: string): () => void {
  const advice = 'Check that the service is up, or request less data.';
  const timer = setTimeout(() => {
    control.abort(new OutgoingError('timeout', `${problem} within ${ms / 1000} s. ${advice}`));
  }, ms);
  return () => clearTimeout(timer);
}

/** A look-up cannot be cancelled, only abandoned. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

export async function sendHop(hop: Hop, call: OutgoingCall): Promise<IncomingMessage> {
  const { policy, bounds, control } = call;
  const { signal } = control;
  const problem = `${hop.url.host} did not accept a connection`;
  const stopDeadline = startDeadline(control, bounds.connect, problem);
  try {
    const addresses = await unlessAborted(resolveAllowed(hop.url, policy), signal);
    const { connect: connectMs, head: headBytes } = bounds;
    const onConnect = () => {
      stopDeadline();
      call.wasSent = true;
    };
    return await exchange(hop, { addresses, connectMs, headBytes, signal, onConnect });
  } catch (error) {
    throw connectionError(error, hop.url);
  } finally {
    stopDeadline();
  }
}

export function plainHeaders(answer: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}

async function readAnswer(hop: Hop, answer: IncomingMessage, limit: number) {
  try {
    return {
      status: answer.statusCode ?? 0,
      headers: plainHeaders(answer),
      body: await readBody(answer, limit),
      url: hop.url.origin + hop.url.pathname,
    };
  } catch (error) {
    throw answerError(error, hop.url);
  }
}

async function followRedirects(first: Hop, call: OutgoingCall): Promise<OutgoingAnswer> {
  let hop = first;
  for (let redirects = 0; redirects <= call.bounds.redirects; redirects += 1) {
    const answer = await sendHop(hop, call);
    try {
      const isRedirect = answer.headers.location !== undefined && call.redirects !== 'refuse';
      const { statusCode: status = 0 } = answer;
      if (isRedirect && dropsBody(hop, status)) call.redirectedBy = status;
      const next = nextHop(hop, answer);
      if (!next) return await readAnswer(hop, answer, call.bounds.body);
      if (call.redirects === 'refuse') {
        const problem = 'redirects to another address. Enter the final address instead.';
        throw new OutgoingError('redirect', `${hop.url.host} ${problem}`);
      }
      hop = next;
    } finally {
      answer.destroy();
    }
  }
  const count = call.bounds.redirects;
  const message = `redirected more than ${count} times. Call the final address directly.`;
  throw new OutgoingError('redirect', `${first.url.host} ${message}`);
}

export function totalTime(requestedMs: number | undefined, maxMs: number): number {
  if (requestedMs === undefined) return maxMs;
  if (requestedMs > 0) return Math.min(requestedMs, maxMs);
  throw new OutgoingError('request', 'The time limit of a request must be more than 0 ms.');
}

/**
 * The guarded HTTP client of bots: it calls public addresses only, checked once for each hop and
 * then connected to; credentials stay with their origin; everything is limited. An answer with any
 * status is returned; where there is no answer, an `OutgoingError` is thrown.
 */
export function outgoing(policy: OutgoingPolicy, bounds: Partial<OutgoingBounds> = {}) {
  const callBounds = { ...productBounds, ...bounds };
  return async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const hop = firstHop(request);
    const control = new AbortController();
    const ms = totalTime(request.timeoutMs, callBounds.total);
    const stopDeadline = startDeadline(control, ms, `${hop.url.host} did not answer completely`);
    const call: OutgoingCall = {
      policy,
      bounds: callBounds,
      control,
      redirects: request.redirects,
    };
    try {
      const finalAnswer = await followRedirects(hop, call);
      const { redirectedBy } = call;
      const answer = { ...finalAnswer, ...(redirectedBy !== undefined && { redirectedBy }) };
      // A body that ends with its connection seems complete when our own time limit cuts it off.
      control.signal.throwIfAborted();
      return answer;
    } catch (error) {
      const reason: unknown = control.signal.aborted ? control.signal.reason : error;
      if (!(reason instanceof OutgoingError)) throw reason;
      // A peer that only names another URL has not carried out the request.
      const wasSent = reason.kind === 'redirect' ? call.redirectedBy !== undefined : call.wasSent;
      throw new OutgoingError(reason.kind, reason.message, wasSent);
    } finally {
      stopDeadline();
    }
  };
}
