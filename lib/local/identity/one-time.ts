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
  const entries = new Map<string, { value: T; expiresAt: number }>();

  const peek = (key: string): T | undefined => {
    const entry = entries.get(key);
    return entry && clock() < entry.expiresAt ? entry.value : undefined;
  };

  const put = (key: string, value: T): void => {
    entries.delete(key);
    const [oldest] = entries.keys();
    if (entries.size >= capacity && oldest !== undefined) entries.delete(oldest);
    entries.set(key, { value, expiresAt: clock() + lifetime });
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
      entries.delete(key);
      return value;
    },
  };
};
