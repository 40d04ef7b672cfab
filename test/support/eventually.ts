import { setTimeout as pause } from 'node:timers/promises';

/** Repeats a call until its result is accepted; fails with the last result after `ms`. */
export const eventually = async <T>(
  ask: () => Promise<T>,
  accept: (value: T) => boolean,
  ms = 25_000,
): Promise<T> => {
  const deadline = performance.now() + ms;
  for (;;) {
    const value = await ask();
    if (accept(value)) return value;
    if (performance.now() > deadline)
      throw new Error(`Still ${JSON.stringify(value)?.slice(0, 2000)}`);
    await pause(50);
  }
};
