import { randomBytes } from 'node:crypto';
import type { Clock } from '#lib/kernel/clock.ts';

const capacity = 10_000;

/** Values kept in memory for `lifetime` ms; each can be taken at most once. */
export type OneTime<T> = {
  put(key: string, value: T): void;
  /** Stores a value under a new random key (256 bits), and returns the key. */
  issue(value: T): string;
  peek(key: string): T | undefined;
  take(key: string): T | undefined;
};

/** Beyond the capacity the oldest value is dropped, so that a flood cannot use up memory. */
export const openOneTime = <T>(lifetime: number, clock: Clock): OneTime<T> => {
  const kept = new Map<string, { value: T; until: number }>();

  const peek = (key: string): T | undefined => {
    const entry = kept.get(key);
    return entry && clock() < entry.until ? entry.value : undefined;
  };

  const put = (key: string, value: T): void => {
    kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size >= capacity && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { value, until: clock() + lifetime });
  };

  return {
    peek,
    put,
    issue: (value) => {
      const key = randomBytes(32).toString('base64url');
      put(key, value);
      return key;
    },
    take: (key) => {
      const value = peek(key);
      kept.delete(key);
      return value;
    },
  };
};
