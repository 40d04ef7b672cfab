import * as z from 'zod';
import { type Account, asUsername } from './accounts.ts';
import { withAttemptLimit, withAttemptRecord } from './attempt.ts';
import { CognitoError, sessionEnded } from './cognito-error.ts';
import { text, username } from './operation.ts';
import type { Pool } from './pool.ts';
import { matchingStepOf } from './totp.ts';

const triesPerSession = 5;

/** A sign-in that must give an app code; the verifier shows if the password is still the same. */
export type PendingAppCode = { username: string; verifier: bigint; triesLeft: number };

export const appCode = z.object({ USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: text });

export const challengeAppCode = (pool: Pool, { username: name, verifier }: Account) => {
  const session = pool.pendingCodes.issue({ username: name, verifier, triesLeft: triesPerSession });
  return {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: session,
    ChallengeParameters: { USER_ID_FOR_SRP: name },
  };
};

const codeMismatch = () =>
  new CognitoError('CodeMismatchException', 'Invalid code received for user');

const codeSpent = () =>
  new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');

/** Throws unless the code is the app's and has not been used before. */
const spendCode = (pool: Pool, account: Account, secret: Uint8Array, code: string): void => {
  const step = matchingStepOf(secret, code, pool.clock());
  if (step === undefined) throw codeMismatch();
  if (!pool.softwareTokens.spend(account, step)) throw codeSpent();
};

/**
 * The account of a sign-in whose code is right. After a wrong code the session can be used again,
 * as long as it has tries left.
 */
export const proveAppCode = (
  pool: Pool,
  answer: z.output<typeof appCode>,
  session: string,
  from: string,
): Account => {
  const pending = pool.pendingCodes.peek(session);
  const name = asUsername(answer.USERNAME);
  const account = pending?.username === name ? pool.accounts.find(name) : undefined;
  const token = account && pool.softwareTokens.of(account);
  if (!pending || account?.verifier !== pending.verifier || !token?.enabled) throw sessionEnded();
  // The caller knows the password, so closing the account for long cannot be used by strangers.
  withAttemptRecord(pool, { from, username: name, failed: 'fail_sign_in' }, () =>
    withAttemptLimit(pool.codeFailures, undefined, name, () => {
      pending.triesLeft -= 1;
      if (pending.triesLeft === 0) pool.pendingCodes.take(session);
      spendCode(pool, account, token.secret, answer.SOFTWARE_TOKEN_MFA_CODE);
    }),
  );
  pool.pendingCodes.take(session);
  return account;
};
