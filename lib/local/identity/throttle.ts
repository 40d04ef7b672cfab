import { callerOf } from '#lib/domain/account/attempt.rules.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { tooManyRequests } from './cognito-error.ts';

/**
 * Counts per caller address and per account; a full one refuses. Without an address it counts for
 * the account alone.
 */
export type Throttle = {
  /** Throws when the address or the account has used up its attempts. */
  admit(from: string | undefined, username: string): void;
  /** True where these were the last that the address or the account had. */
  count(from: string | undefined, username: string): boolean;
};

const accountKey = (username: string): string => `account ${username}`;

const keysOf = (from: string | undefined, username: string): string[] => [
  ...(from === undefined ? [] : [callerOf(from)]),
  accountKey(username),
];

type Limits = {
  limit: number;
  /** Milliseconds. */
  window: number;
  /**
   * An address without a count of its own passes, although the account is full: else anybody could
   * lock a person out, whose right password comes from elsewhere. A full account leaves each
   * address one failure in a window.
   */
  cleanPasses?: true;
  /** What an account takes in a window from all addresses together, also from those that pass. */
  accountLimit?: number;
};

/** `limit` attempts in any `window` ms. */
export const openThrottle = (
  { limit, window, cleanPasses, accountLimit = Infinity }: Limits,
  clock: Clock,
): Throttle => {
  const attempts = new Map<string, number[]>();

  const recent = (key: string): number[] =>
    (attempts.get(key) ?? []).filter((at) => at > clock() - window);

  /** Keys stand in the order of their last attempt, so the idle ones are in front. */
  const dropIdle = () => {
    for (const key of attempts.keys()) {
      if (recent(key).length > 0) return;
      attempts.delete(key);
    }
  };

  return {
    admit: (from, username) => {
      if (recent(accountKey(username)).length >= accountLimit) throw tooManyRequests();
      if (cleanPasses && from !== undefined && recent(callerOf(from)).length === 0) return;
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
