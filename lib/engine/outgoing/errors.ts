export type OutgoingErrorKind =
  'address' | 'connect' | 'timeout' | 'too large' | 'redirect' | 'protocol' | 'request';

/**
 * Why an outgoing call has no answer. The message is a sentence for people; it names at most the
 * host and port, never a path, a query, a header value or a body.
 */
export class OutgoingError extends Error {
  readonly kind: OutgoingErrorKind;
  /** The request was sent: the peer may have carried it out. */
  readonly wasSent: boolean;

  constructor(kind: OutgoingErrorKind, message: string, wasSent = false) {
    super(message);
    this.name = 'OutgoingError';
    this.kind = kind;
    this.wasSent = wasSent;
  }
}

/** Runs work that precedes the call itself, such as fetching a token; its errors say "not sent". */
export const beforeSending = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof OutgoingError ? new OutgoingError(error.kind, error.message) : error;
  }
};

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

const notFound = 'could not be found. Check the spelling of the host name.';
const unreachable = 'cannot be reached. Check the address, and the network connection to it.';
const noAnswerText =
  'closed the connection without an answer. Try again, or contact the operator of that service.';

const connectSentences = new Map([
  ['ENOTFOUND', notFound],
  ['ENODATA', notFound],
  ['EAI_AGAIN', 'could not be looked up just now. Try again, or check the DNS service.'],
  ['ECONNREFUSED', 'refused the connection. Check the port, and that the service is running.'],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['ETIMEDOUT', unreachable],
  ['ECONNRESET', noAnswerText],
  ['EPIPE', noAnswerText],
]);

const isTls = (code: string): boolean =>
  /^(EPROTO$|ERR_SSL_|ERR_TLS_)|CERT|SIGNATURE|UNABLE_TO_/.test(code);

/** The error of a call that failed before the head of its answer arrived, by Node's error code. */
export function connectionError(error: unknown, { host }: URL): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const code = codeOf(error);
  const sentence = connectSentences.get(code);
  if (sentence) return new OutgoingError('connect', `${host} ${sentence}`);
  if (isTls(code)) {
    const problem = `The secure connection to ${host} failed (${code}).`;
    const advice = 'Check that the service speaks https with a certificate valid for this name.';
    return new OutgoingError('connect', `${problem} ${advice}`);
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    const problem = 'sent more headers than a bot accepts. Ask its operator to send fewer.';
    return new OutgoingError('too large', `${host} ${problem}`);
  }
  if (code.startsWith('HPE_')) {
    const problem =
      'did not answer in valid HTTP. Check the port, and whether it needs http or https.';
    return new OutgoingError('protocol', `${host} ${problem}`);
  }
  const reason = code ? ` (${code})` : '';
  return new OutgoingError('connect', `The call to ${host} failed${reason}. Check the address.`);
}

/** The error of a call whose answer is truncated, malformed or wrongly compressed. */
export function answerError(error: unknown, { host }: URL): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const code = codeOf(error);
  const reason = code ? ` (${code})` : '';
  const advice = 'Try again, or contact the operator of that service.';
  return new OutgoingError(
    'protocol',
    `The connection to ${host} was closed before its answer was complete, or the answer is ` +
      `malformed${reason}. ${advice}`,
  );
}
