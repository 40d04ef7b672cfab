import type { IdentityEventKind } from '#lib/domain/account/identity-event.rules.ts';
import { wrongCredentials } from './cognito-error.ts';
import type { Pool } from './pool.ts';
import type { Throttle } from './throttle.ts';

/**
 * One guess at what only an account's person knows, evaluated only while there are attempts left;
 * what `prove` throws counts as a failure and is thrown on. All of it happens at once, so that
 * parallel guesses cannot share one count.
 */
export const counted = <T>(
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

type Guesser = { from: string; username: string; failed: IdentityEventKind };

/**
 * The same by the pool's own count, with a record of each failure. Tries that are refused without
 * being evaluated leave none: anybody may send as many as they like.
 */
export const guessed = <T>(pool: Pool, { from, username, failed }: Guesser, prove: () => T): T =>
  counted(pool.failures, from, username, prove, (isLast) => {
    // After the answer, which takes as long for an address that nobody has.
    setImmediate(() => {
      void pool.tell(failed, username, { from });
      if (isLast) void pool.tell('lock_out', username, { from });
    });
  });

/** One guess at an account's password. */
export const attempt = (pool: Pool, guesser: Guesser, isRight: () => boolean): void =>
  guessed(pool, guesser, () => {
    if (!isRight()) throw wrongCredentials();
  });
