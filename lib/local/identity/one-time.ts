import type { Clock } from '#lib/kernel/clock.ts';

const capacity = 10_000;

/** Values that live in memory for `lifetime` ms and are taken at most once. */
export type OneTime<T> = {
  put(key: string, value: T): void;
  peek(key: string): T | undefined;
  take(key: string): T | undefined;
};

/** Bounded: beyond the capacity the oldest value makes room, so a flood costs no memory. */
export const openOneTime = <T>(lifetime: number, clock: Clock): OneTime<T> => {
  const kept = new Map<string, { value: T; until: number }>();

  const peek = (key: string): T | undefined => {
    const entry = kept.get(key);
    return entry && clock() < entry.until ? entry.value : undefined;
  };

  return {
    peek,
    put: (key, value) => {
      kept.delete(key);
      const [oldest] = kept.keys();
      if (kept.size >= capacity && oldest !== undefined) kept.delete(oldest);
      kept.set(key, { value, until: clock() + lifetime });
    },
    take: (key) => {
      const value = peek(key);
      kept.delete(key);
      return value;
    },
  };
};
