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
): T => {
  failures.admit(from, username);
  try {
    return prove();
  } catch (error) {
    failures.count(from, username);
    throw error;
  }
};

/** One guess at an account's password. */
export const attempt = (
  { failures }: Pool,
  from: string,
  username: string,
  isRight: () => boolean,
): void =>
  counted(failures, from, username, () => {
    if (!isRight()) throw wrongCredentials();
  });
