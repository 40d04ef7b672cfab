import { randomInt } from 'node:crypto';
import { attemptKeyOf } from '#lib/domain/account/attempt.rules.ts';
import { CognitoError } from './cognito-error.ts';
import type { OneTime } from './one-time.ts';
import { isEqualText } from './srp.ts';

const digits = 8;
const triesPerCaller = 5;
const triesPerCode = 50;

/**
 * A mailed code, by username. It becomes invalid for a caller after that caller's last try, so that
 * a stranger's guesses do not use up the owner's tries, and for everybody after the last try of
 * all.
 */
export type MailedCode = { code: string; failures: Map<string, number>; triesLeft: number };

const newCode = (): MailedCode => ({
  code: String(randomInt(10 ** digits)).padStart(digits, '0'),
  failures: new Map(),
  triesLeft: triesPerCode,
});

/**
 * Returns the account's valid code with its lifetime renewed, or else a new code. So the code in
 * any mail works, even if somebody else requested one meanwhile. Requesting a code resets the
 * caller's tries.
 */
export const issueCode = (codes: OneTime<MailedCode>, name: string, from: string): string => {
  const waiting = codes.peek(name) ?? newCode();
  waiting.failures.delete(attemptKeyOf(from));
  codes.put(name, waiting);
  return waiting.code;
};

const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

const codeMismatch = () =>
  new CognitoError(
    'CodeMismatchException',
    'Invalid verification code provided, please try again.',
  );

type Guess = { name: string; code: string; from: string };

/** Throws unless the code is the account's; a wrong one uses up a try, a right one stays valid. */
export const checkCode = (codes: OneTime<MailedCode>, { name, code, from }: Guess): void => {
  const waiting = codes.peek(name);
  const caller = attemptKeyOf(from);
  const failures = waiting?.failures.get(caller) ?? 0;
  if (!waiting || failures >= triesPerCaller) throw codeExpired();
  if (isEqualText(code.trim(), waiting.code)) return;
  waiting.failures.set(caller, failures + 1);
  waiting.triesLeft -= 1;
  if (waiting.triesLeft === 0) codes.take(name);
  throw codeMismatch();
};

const maskAddress = (address: string): string =>
  address
    .split('@')
    .map((part) => `${part.slice(0, 1)}***`)
    .join('@');

/** The response when a code was mailed, or would have been if there were such an account. */
export const deliveryDetailsOf = (address: string) => ({
  CodeDeliveryDetails: {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: maskAddress(address),
  },
});
