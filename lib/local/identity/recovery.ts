import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { asUsername } from './accounts.ts';
import { CognitoError } from './cognito-error.ts';
import { clientOperation, passwordText, text, username } from './operation.ts';
import { demandStrongPassword } from './password-policy.ts';
import type { Pool } from './pool.ts';
import { sameText } from './srp.ts';

const digits = 8;
const triesPerCode = 5;

const newCode = (): string => String(randomInt(10 ** digits)).padStart(digits, '0');

const masked = (address: string): string =>
  address
    .split('@')
    .map((part) => `${part.slice(0, 1)}***`)
    .join('@');

/** Not awaited by the answer: how long a mail takes would tell that the account exists. */
const mailCode = (pool: Pool, address: string, code: string): void => {
  const message =
    `Your code to choose a new Cloudwarden password is ${code}. ` +
    'It works once, within an hour.\n\n' +
    'If you did not ask for it, ignore this mail: your password stays as it is.';
  pool.mail(address, 'Your Cloudwarden password reset code', message).catch((error: unknown) =>
    pool.log.error('The mail with a password reset code could not be sent.', {
      area: 'identity',
      error,
    }),
  );
};

/** Unknown accounts get the same answer and a code that nobody is told. */
export const forgotPassword = clientOperation(
  z.object({ Username: username }),
  (pool, { Username }, from) => {
    const name = asUsername(Username);
    pool.resets.admit(from, name);
    pool.resets.count(from, name);
    const code = newCode();
    pool.resetCodes.put(name, { code, triesLeft: triesPerCode });
    if (pool.accounts.find(name)) mailCode(pool, name, code);
    return {
      CodeDeliveryDetails: {
        AttributeName: 'email',
        DeliveryMedium: 'EMAIL',
        Destination: masked(name),
      },
    };
  },
);

const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
const codeMismatch = () =>
  new CognitoError(
    'CodeMismatchException',
    'Invalid verification code provided, please try again.',
  );

/** Takes the code when it is right; a wrong one costs a try. */
const redeem = ({ resetCodes }: Pool, name: string, code: string): void => {
  const waiting = resetCodes.peek(name);
  if (!waiting) throw codeExpired();
  const isRight = sameText(code.trim(), waiting.code);
  waiting.triesLeft -= 1;
  if (isRight || waiting.triesLeft === 0) resetCodes.take(name);
  if (!isRight) throw codeMismatch();
};

const confirmation = z.object({
  Username: username,
  ConfirmationCode: text,
  Password: passwordText,
});

/** Every session of the account ends. A refused password leaves the code for another try. */
export const confirmForgotPassword = clientOperation(confirmation, (pool, input, from) => {
  const name = asUsername(input.Username);
  pool.failures.admit(from, name);
  demandStrongPassword(input.Password);
  try {
    redeem(pool, name, input.ConfirmationCode);
  } catch (error) {
    pool.failures.count(from, name);
    throw error;
  }
  pool.sessions.endAll(name);
  pool.accounts.setPassword(name, input.Password);
  return {};
});
