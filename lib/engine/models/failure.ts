import type { ModelAnswer } from '#lib/ports/model.ts';
import { retryAfterMs } from '../nodes/call-failure.ts';
import { OutgoingError } from '../outgoing/request.ts';

export type ModelFailure = Extract<ModelAnswer, { type: 'failed' }>;

export const modelFailure = (
  kind: ModelFailure['kind'],
  error: string,
  retry?: ModelFailure['retry'],
): ModelFailure => ({ type: 'failed', kind, error, ...(retry !== undefined && { retry }) });

const byKind: Record<OutgoingError['kind'], ModelFailure['kind']> = {
  address: 'unreachable',
  connect: 'unreachable',
  timeout: 'time',
  'too large': 'cut',
  redirect: 'unreachable',
  protocol: 'cut',
  request: 'integration',
};

/** Kinds of errors that a further attempt would meet again. */
const permanentKinds: ReadonlySet<OutgoingError['kind']> = new Set([
  'address',
  'redirect',
  'request',
  'too large',
]);

const outgoingFailure = ({ kind, message }: OutgoingError): ModelFailure =>
  modelFailure(byKind[kind], message, permanentKinds.has(kind) ? 'no' : undefined);

/** An error of the SDK for an answer without a success status. */
type Refused = { statusCode: number; responseHeaders: Record<string, string>; message: string };

const shortened = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 300);

/** The text without its final full stop. */
const withoutFullStop = (text: string): string => text.replace(/[.\s]+$/, '');

const quotedReason = (text: string): string =>
  text === '' ? '' : ` It says: ${withoutFullStop(text)}.`;

/** The error message in an answer, in the format of most servers of models. */
const errorMessageIn = (body: unknown): string => {
  if (typeof body !== 'string') return '';
  try {
    const parsed: unknown = JSON.parse(body);
    const { error, message } = Object(parsed);
    const text: unknown = Object(error).message ?? message ?? error;
    return typeof text === 'string' ? shortened(text) : '';
  } catch {
    return '';
  }
};

const refusedOf = (error: unknown): Refused | undefined => {
  const { name, statusCode, responseHeaders, responseBody } = Object(error);
  if (name !== 'AI_APICallError' || typeof statusCode !== 'number') return undefined;
  const headers = Object(responseHeaders) as Record<string, string>;
  return { statusCode, responseHeaders: headers, message: errorMessageIn(responseBody) };
};

const failureByStatus = (
  { statusCode: status, responseHeaders, message }: Refused,
  serverName: string,
  now: number,
): ModelFailure => {
  const quotedMessage = quotedReason(message);
  const sentence = (problem: string, advice: string) =>
    `${serverName} ${problem} (status ${status}).${quotedMessage} ${advice}`;
  if (status === 401 || status === 403) {
    const detail = message === '' ? '.' : `: ${withoutFullStop(message)}.`;
    const advice = "Check the integration's credentials and their permissions.";
    return modelFailure(
      'denied',
      `${serverName} rejected the credentials (${status})${detail} ${advice}`,
      'no',
    );
  }
  if (status === 404) {
    const advice = 'Check the name of the model.';
    return modelFailure('denied', sentence('does not have this model', advice), 'no');
  }
  if (status === 429) {
    const wait = retryAfterMs(responseHeaders['retry-after'], now);
    return modelFailure('busy', sentence('is rate limiting requests', 'Try again later.'), wait);
  }
  if (status >= 500) {
    const wait = retryAfterMs(responseHeaders['retry-after'], now);
    return modelFailure('busy', sentence('failed', 'Try again later.'), wait);
  }
  // The status is a success, but the body is invalid.
  if (status < 300) return invalidAnswerFailure(serverName);
  const advice = 'Check the model and the length of the question.';
  return modelFailure('denied', sentence('refused the question', advice), 'no');
};

export const invalidAnswerFailure = (serverName: string): ModelFailure =>
  modelFailure(
    'invalid',
    `${serverName} did not answer as a model server. Check the address of the integration.`,
    'no',
  );

/** The answer is a page for people, as with a mistyped address. */
export const webPageFailure = (serverName: string): ModelFailure =>
  modelFailure(
    'invalid',
    `${serverName} returned a web page: it is not a model server. Check the base address of the ` +
      'integration.',
    'no',
  );

/** The answer is too large to be parsed: that would block all other work. */
export const tooLargeAnswerFailure = (serverName: string): ModelFailure =>
  modelFailure(
    'invalid',
    `${serverName} sent a part of its answer that is too large to read.`,
    'no',
  );

/** The answer makes more tool calls than any real model does. */
export const tooManyCallsFailure = (serverName: string): ModelFailure =>
  modelFailure(
    'invalid',
    `${serverName} asked for more or larger tool calls than an answer may hold.`,
    'no',
  );

/** Thrown where an answer is not read any further; `failure` says why, for a named server. */
export class UnusableAnswer extends Error {
  readonly failure: (serverName: string) => ModelFailure;

  constructor(failure: (serverName: string) => ModelFailure) {
    super('The answer of a model cannot be read.');
    this.name = 'UnusableAnswer';
    this.failure = failure;
  }
}

export const cutAnswerFailure = (serverName: string): ModelFailure =>
  modelFailure('cut', `The answer of ${serverName} broke off before it was complete. Try again.`);

/** Errors of the SDK about the answer; all its other errors are defects of ours. */
const answerErrorNames: ReadonlySet<string> = new Set([
  'AI_EmptyResponseBodyError',
  'AI_InvalidResponseDataError',
  'AI_JSONParseError',
  'AI_NoContentGeneratedError',
  'AI_NoOutputGeneratedError',
  'AI_TypeValidationError',
]);

/** An error in the stream, after the server had begun to answer. */
const streamFailure = (error: Error, serverName: string, now: number): ModelFailure => {
  const { statusCode }: { statusCode?: unknown } = Object(error);
  const message = shortened(error.message);
  if (typeof statusCode === 'number' && statusCode >= 400) {
    return failureByStatus({ statusCode, responseHeaders: {}, message }, serverName, now);
  }
  const quotedMessage = quotedReason(message);
  return modelFailure('busy', `${serverName} stopped answering.${quotedMessage} Try again later.`);
};

/** The stream ended without an error, but before the model reported that it was done. */
const isCut = ({ name, message }: Error): boolean =>
  name === 'AI_InvalidResponseDataError' && message.includes('without a finish reason');

/**
 * The failure that an error of the SDK stands for. `callError` is the error that our own client
 * reported for the call, which the SDK wraps. Throws errors that are defects.
 */
export const failureOfSdkError = (
  error: unknown,
  { callError, serverName, now }: { callError: unknown; serverName: string; now: number },
): ModelFailure => {
  for (const one of [callError, error])
    if (one instanceof UnusableAnswer) return one.failure(serverName);
  if (callError instanceof OutgoingError) return outgoingFailure(callError);
  const refusal = refusedOf(error);
  if (refusal) return failureByStatus(refusal, serverName, now);
  if (!(error instanceof Error) || isCut(error)) return cutAnswerFailure(serverName);
  if (error.name === 'AI_StreamProviderError') return streamFailure(error, serverName, now);
  if (answerErrorNames.has(error.name)) return invalidAnswerFailure(serverName);
  throw error;
};
