import { randomInt } from 'node:crypto';
import { CognitoError } from './cognito-error.ts';
import type { OneTime } from './one-time.ts';
import { sameText } from './srp.ts';

const digits = 8;
const triesPerCode = 5;

/** A code that was mailed, by username; it dies with the last of its tries. */
export type MailedCode = { code: string; triesLeft: number };

/** Makes the account's code; the one before counts no more. */
export const issueCode = (codes: OneTime<MailedCode>, name: string): string => {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  codes.put(name, { code, triesLeft: triesPerCode });
  return code;
};

const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

const codeMismatch = () =>
  new CognitoError(
    'CodeMismatchException',
    'Invalid verification code provided, please try again.',
  );

/** Throws unless the code is the account's; a wrong one costs a try, a right one stays. */
export const checkCode = (codes: OneTime<MailedCode>, name: string, code: string): void => {
  const waiting = codes.peek(name);
  if (!waiting) throw codeExpired();
  if (sameText(code.trim(), waiting.code)) return;
  waiting.triesLeft -= 1;
  if (waiting.triesLeft === 0) codes.take(name);
  throw codeMismatch();
};

const masked = (address: string): string =>
  address
    .split('@')
    .map((part) => `${part.slice(0, 1)}***`)
    .join('@');

/** What is answered where a code was, or may have been, mailed. */
export const deliveryTo = (address: string) => ({
  CodeDeliveryDetails: {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: masked(address),
  },
});
