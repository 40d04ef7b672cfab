import { attemptKeyOf } from '#lib/domain/account/attempt.rules.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { tooManyRequests } from './cognito-error.ts';

/**
 * Counts attempts by caller address and by account, and rejects further ones at the limit. Without
 * an address only the account is counted.
 */
export type Throttle = {
  /** Throws if the address or the account has used up its attempts. */
  admit(from: string | undefined, username: string): void;
  /** Counts an attempt; true if it was the last one allowed for the address or the account. */
  count(from: string | undefined, username: string): boolean;
};

const accountKey = (username: string): string => `account ${username}`;

const keysOf = (from: string | undefined, username: string): string[] => [
  ...(from === undefined ? [] : [attemptKeyOf(from)]),
  accountKey(username),
];

type Limits = {
  limit: number;
  /** Milliseconds. */
  window: number;
  /**
   * Whether an address without failures of its own is admitted even if the account is at its limit:
   * otherwise anybody could lock out a user who has the right password. Each address then has one
   * failure in a window.
   */
  cleanPasses?: true;
  /** The limit of an account in a window from all addresses together, including those admitted. */
  accountLimit?: number;
};

/** Allows `limit` attempts in any `window` ms. */
export const openThrottle = (
  { limit, window, cleanPasses, accountLimit = Infinity }: Limits,
  clock: Clock,
): Throttle => {
  const attempts = new Map<string, number[]>();

  const recent = (key: string): number[] =>
    (attempts.get(key) ?? []).filter((at) => at > clock() - window);

  /** Keys are in the order of their last attempt, so idle ones come first. */
  const dropIdle = () => {
    for (const key of attempts.keys()) {
      if (recent(key).length > 0) return;
      attempts.delete(key);
    }
  };

  return {
    admit: (from, username) => {
      if (recent(accountKey(username)).length >= accountLimit) throw tooManyRequests();
      if (cleanPasses && from !== undefined && recent(attemptKeyOf(from)).length === 0) return;
      if (keysOf(from, username).some((key) => recent(key).length >= limit)) {
        throw tooManyRequests();
      }
    },
    count: (from, username) => {
      for (const key of keysOf(from, username)) {
        const times = [...recent(key), clock()];
        attempts.delete(key);
        attempts.set(key, times);
      }
      dropIdle();
      return keysOf(from, username).some((key) => recent(key).length === limit);
    },
  };
};
