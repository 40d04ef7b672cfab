import type { IdentityEventKind } from '#lib/domain/account/identity-event.rules.ts';
import { wrongCredentials } from './cognito-error.ts';
import type { Pool } from './pool.ts';
import type { Throttle } from './throttle.ts';

/**
 * One guess at a secret of an account, evaluated only while attempts are left. An error of `prove`
 * counts as a failure and is rethrown. Everything happens synchronously, so that parallel guesses
 * cannot share one count.
 */
export const withAttemptLimit = <T>(
  failures: Throttle,
  from: string | undefined,
  username: string,
  prove: () => T,
  onFailure?: (isLast: boolean) => void,
): T => {
  failures.admit(from, username);
  try {
    return prove();
  } catch (error) {
    const isLast = failures.count(from, username);
    onFailure?.(isLast);
    throw error;
  }
};

type AttemptSource = { from: string; username: string; failed: IdentityEventKind };

/**
 * The same with the pool's counter, and a record of each failure. Guesses that are rejected without
 * being evaluated are not recorded, since anybody may send any number of them.
 */
export const withAttemptRecord = <T>(
  pool: Pool,
  { from, username, failed }: AttemptSource,
  prove: () => T,
): T =>
  withAttemptLimit(pool.failures, from, username, prove, (isLast) => {
    // After the response, which takes as long for an address without an account.
    setImmediate(() => {
      void pool.reportEvent(failed, username, { from });
      if (isLast) void pool.reportEvent('lock_out', username, { from });
    });
  });

/** One guess at an account's password. */
export const checkPassword = (pool: Pool, guesser: AttemptSource, isRight: () => boolean): void =>
  withAttemptRecord(pool, guesser, () => {
    if (!isRight()) throw wrongCredentials();
  });
