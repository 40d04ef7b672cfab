import type { AwsSdkClient } from './sdk.ts';

/** How long a client is used for new calls (ms): its connections stay open that long. */
const clientLifetime = 60_000;

/** How many clients are kept, in memory only. */
const maxClients = 50;

type CachedClient = { client: AwsSdkClient; until: number; calls: number; isOver: boolean };

/**
 * Keeps service clients and their connections for a minute, so that a loop of calls needs only one.
 * A key must contain everything that calls must have in common to share a client, including its
 * credentials.
 */
export const openClients = (clock: () => number) => {
  const kept = new Map<string, CachedClient>();

  /** Calls in progress continue; the client is destroyed after the last of them. */
  const end = (key: string, one: CachedClient): void => {
    kept.delete(key);
    one.isOver = true;
    if (one.calls === 0) one.client.destroy();
  };

  const endOld = (): void => {
    for (const [key, one] of kept) if (one.until <= clock()) end(key, one);
    const [oldest] = kept;
    if (kept.size > maxClients && oldest) end(...oldest);
  };

  const keptFor = (key: string, make: () => AwsSdkClient): CachedClient => {
    endOld();
    const known = kept.get(key);
    if (known) return known;
    const made = { client: make(), until: clock() + clientLifetime, calls: 0, isOver: false };
    kept.set(key, made);
    return made;
  };

  /** Runs `work` with the client of a key; several calls may use it at the same time. */
  return async <T>(
    key: string,
    make: () => AwsSdkClient,
    work: (client: AwsSdkClient) => Promise<T>,
  ): Promise<T> => {
    const one = keptFor(key, make);
    one.calls += 1;
    try {
      return await work(one.client);
    } finally {
      one.calls -= 1;
      if (one.isOver && one.calls === 0) one.client.destroy();
    }
  };
};
