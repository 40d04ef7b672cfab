import { limits } from '#lib/kernel/limits.ts';
import { type OutgoingAnswer, OutgoingError } from '../outgoing/request.ts';
import { type Failed, failed, failedForGood } from './node.ts';

/** Statuses below 500 that may be temporary: timeout, too early, too many requests. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether the requested change may have been made although the answer reports a failure. */
const mayBeDone = ({ status, headers, redirectedBy }: OutgoingAnswer): boolean => {
  if (redirectedBy !== undefined || status === 408) return true;
  // Proxies also answer 503 when they lose a connection; servers under load send Retry-After.
  if (status === 503) return headers['retry-after'] === undefined;
  return status >= 500 && status !== 501;
};

/** Kinds of errors that a further attempt would meet again. */
const permanentKinds: ReadonlySet<OutgoingError['kind']> = new Set([
  'address',
  'too large',
  'redirect',
  'request',
]);

export const isFailed = (value: object): value is Failed =>
  'type' in value && value.type === 'failed';

/** Milliseconds to wait by a Retry-After header in seconds or as a date; at most a day. */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return ms > 0 ? Math.min(ms, limits.runDeadline) : undefined;
};

/** How GitHub and Google Cloud report too many requests; both answer with status 403. */
const throttledPattern =
  /\bsecondary rate limit\b|"(user)?rateLimitExceeded"|"RATE_LIMIT_EXCEEDED"/;

/** Whether there were too many requests; some services report that with status 403. */
export const isThrottled = ({ status, headers, body }: OutgoingAnswer): boolean => {
  if (status !== 403) return status === 429;
  const { 'retry-after': wait, 'x-ratelimit-remaining': remaining } = headers;
  if (wait !== undefined || remaining === '0') return true;
  return throttledPattern.test(body);
};

/** Milliseconds until a service accepts requests again, from its header with a time or seconds. */
const msUntilReset = (headers: OutgoingAnswer['headers'], now: number): number | undefined => {
  const header = headers['x-ratelimit-reset'] ?? headers['x-rate-limit-reset'];
  if (header === undefined || !/^\d{1,10}$/.test(header)) return undefined;
  const seconds = Number(header);
  const ms = seconds > 1e9 ? seconds * 1000 - now : seconds * 1000;
  return ms > 0 ? Math.min(ms, limits.runDeadline) : undefined;
};

/** The failure for an answer with an error status, or with a redirect that was not followed. */
export const failureOfStatus = (answer: OutgoingAnswer, now: number): Failed => {
  const { status, headers, url } = answer;
  const wasThrottled = isThrottled(answer);
  const statusText = `${new URL(url).host} answered with status ${status}`;
  const message =
    wasThrottled && status === 403 ? `${statusText}: too many requests.` : `${statusText}.`;
  const mayBeDoneField = mayBeDone(answer) && { mayBeDone: true };
  if (status < 500 && !temporaryStatuses.has(status) && !wasThrottled)
    return { ...failedForGood(message), ...mayBeDoneField };
  const reset = wasThrottled ? msUntilReset(headers, now) : undefined;
  const retry = retryAfterMs(headers['retry-after'], now) ?? reset;
  return { ...failed(message), ...(retry !== undefined && { retry }), ...mayBeDoneField };
};

const isPage = ({ headers }: OutgoingAnswer): boolean =>
  /^(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '');

/**
 * The failure for an answer with a good status that does not answer the request: a sign-in page, as
 * services send it when a secret has expired, or the result of a GET after a POST was redirected.
 */
export const wrongAnswerFailure = (
  answer: OutgoingAnswer,
  requestUrl: string,
): Failed | undefined => {
  const { status, redirectedBy, url } = answer;
  const { host, origin, pathname } = new URL(requestUrl);
  const mayBeDoneField = redirectedBy !== undefined && { mayBeDone: true };
  if (isPage(answer) && (status === 203 || url !== origin + pathname)) {
    const advice = 'probably to sign in. Test the integration.';
    return {
      ...failedForGood(`${host} answered with a page instead of data, ${advice}`),
      ...mayBeDoneField,
    };
  }
  // Only status 303 says that the request was carried out and that its answer is elsewhere.
  if (redirectedBy !== 301 && redirectedBy !== 302) return undefined;
  const message = `${host} redirected this to another address, where it became a GET.`;
  return {
    ...failedForGood(`${message} Check the address, and test the integration.`),
    ...mayBeDoneField,
  };
};

/** The failure of a call without an answer; rethrows anything but an `OutgoingError`. */
export const failureOfError = (error: unknown): Failed => {
  if (!(error instanceof OutgoingError)) throw error;
  const { kind, message, wasSent } = error;
  const failure = permanentKinds.has(kind) ? failedForGood(message) : failed(message);
  return { ...failure, ...(wasSent && { mayBeDone: true }) };
};
