import type { ModelAnswer } from '#lib/ports/model.ts';
import { askedWait } from '../nodes/attempt.ts';
import { OutgoingError } from '../outgoing/request.ts';

export type ModelFailure = Extract<ModelAnswer, { type: 'failed' }>;

export const failure = (
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

/** What no further attempt changes. */
const settled: ReadonlySet<OutgoingError['kind']> = new Set([
  'address',
  'redirect',
  'request',
  'too large',
]);

const notSent = ({ kind, message }: OutgoingError): ModelFailure =>
  failure(byKind[kind], message, settled.has(kind) ? 'no' : undefined);

/** What a provider of the SDK says of an answer with a status that is no success. */
type Refused = { statusCode: number; responseHeaders: Record<string, string>; said: string };

const shortened = (said: string): string => said.replace(/\s+/g, ' ').trim().slice(0, 300);

/** Without the end of its last sentence. */
const ended = (said: string): string => said.replace(/[.\s]+$/, '');

const wordsOf = (said: string): string => (said === '' ? '' : ` It says: ${ended(said)}.`);

/** The sentence of a server of models, as most of them write it. */
const sentenceOf = (body: unknown): string => {
  if (typeof body !== 'string') return '';
  try {
    const read: unknown = JSON.parse(body);
    const { error, message } = Object(read);
    const said: unknown = Object(error).message ?? message ?? error;
    return typeof said === 'string' ? shortened(said) : '';
  } catch {
    return '';
  }
};

const refusedOf = (error: unknown): Refused | undefined => {
  const { name, statusCode, responseHeaders, responseBody } = Object(error);
  if (name !== 'AI_APICallError' || typeof statusCode !== 'number') return undefined;
  const headers = Object(responseHeaders) as Record<string, string>;
  return { statusCode, responseHeaders: headers, said: sentenceOf(responseBody) };
};

const byStatus = (
  { statusCode: status, responseHeaders, said }: Refused,
  where: string,
  now: number,
): ModelFailure => {
  const words = wordsOf(said);
  const told = (what: string, advice: string) =>
    `${where} ${what} (status ${status}).${words} ${advice}`;
  if (status === 401 || status === 403) {
    const why = said === '' ? '.' : `: ${ended(said)}.`;
    const advice = "Check the integration's credentials and their permissions.";
    return failure('denied', `${where} rejected the credentials (${status})${why} ${advice}`, 'no');
  }
  if (status === 404) {
    const advice = 'Check the name of the model.';
    return failure('denied', told('does not have this model', advice), 'no');
  }
  if (status === 429) {
    const wait = askedWait(responseHeaders['retry-after'], now);
    return failure('busy', told('is rate limiting requests', 'Try again later.'), wait);
  }
  if (status >= 500) {
    const wait = askedWait(responseHeaders['retry-after'], now);
    return failure('busy', told('failed', 'Try again later.'), wait);
  }
  // A success whose body makes no sense.
  if (status < 300) return invalidAnswer(where);
  const advice = 'Check the model, and how long the question is.';
  return failure('denied', told('refused the question', advice), 'no');
};

export const invalidAnswer = (where: string): ModelFailure =>
  failure(
    'invalid',
    `${where} gave an answer that is not what a model server sends. Check the address of the ` +
      'integration.',
    'no',
  );

/** An answer for people, as of a mistyped address. */
export const webPage = (where: string): ModelFailure =>
  failure(
    'invalid',
    `${where} answers with a web page: it is no model server. Check the base address of the ` +
      'integration.',
    'no',
  );

/** An answer that nobody parses: that would hold up everybody else. */
export const tooLargeAnswer = (where: string): ModelFailure =>
  failure('invalid', `${where} sent a part of its answer that is too large to read.`, 'no');

/** An answer that asks for more than any model does. */
export const overfull = (where: string): ModelFailure =>
  failure('invalid', `${where} asked for more or larger tool calls than an answer may hold.`, 'no');

/** Thrown where an answer is no further read; says why, of a server by its name. */
export class Unfit extends Error {
  readonly failure: (where: string) => ModelFailure;

  constructor(failure: (where: string) => ModelFailure) {
    super('The answer of a model is not fit to be read.');
    this.name = 'Unfit';
    this.failure = failure;
  }
}

export const cutAnswer = (where: string): ModelFailure =>
  failure('cut', `The answer of ${where} broke off before it was complete. Try again.`);

/** Errors of the SDK about what came; every other one of it is a defect of ours. */
const aboutAnswers: ReadonlySet<string> = new Set([
  'AI_EmptyResponseBodyError',
  'AI_InvalidResponseDataError',
  'AI_JSONParseError',
  'AI_NoContentGeneratedError',
  'AI_NoOutputGeneratedError',
  'AI_TypeValidationError',
]);

/** What a server says in its stream, after it has begun to answer well. */
const saidInStream = (error: Error, where: string, now: number): ModelFailure => {
  const { statusCode }: { statusCode?: unknown } = Object(error);
  const said = shortened(error.message);
  if (typeof statusCode === 'number' && statusCode >= 400) {
    return byStatus({ statusCode, responseHeaders: {}, said }, where, now);
  }
  const words = wordsOf(said);
  return failure('busy', `${where} stopped answering.${words} Try again later.`);
};

/** A stream that ended in good order, but before the model said that it is done. */
const isCut = ({ name, message }: Error): boolean =>
  name === 'AI_InvalidResponseDataError' && message.includes('without a finish reason');

/**
 * What an error means that the SDK threw or streamed. `sent` is what our own client said of the
 * call, which the SDK wraps. Throws what is a defect.
 */
export const failureOf = (
  error: unknown,
  { sent, where, now }: { sent: unknown; where: string; now: number },
): ModelFailure => {
  for (const one of [sent, error]) if (one instanceof Unfit) return one.failure(where);
  if (sent instanceof OutgoingError) return notSent(sent);
  const refused = refusedOf(error);
  if (refused) return byStatus(refused, where, now);
  if (!(error instanceof Error) || isCut(error)) return cutAnswer(where);
  if (error.name === 'AI_StreamProviderError') return saidInStream(error, where, now);
  if (aboutAnswers.has(error.name)) return invalidAnswer(where);
  throw error;
};
