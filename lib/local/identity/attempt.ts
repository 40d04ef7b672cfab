import { wrongCredentials } from './cognito-error.ts';
import type { Pool } from './pool.ts';

/**
 * One guess at an account's password: evaluated only while the caller's address and the account
 * have attempts left. All of it happens at once, so that parallel guesses cannot share one count.
 */
export const attempt = (
  { failures }: Pool,
  from: string,
  username: string,
  isRight: () => boolean,
): void => {
  failures.admit(from, username);
  if (isRight()) return;
  failures.count(from, username);
  throw wrongCredentials();
};
