import type { AwsSdkClient } from './sdk.ts';

/** How long calls begin with the same client (ms): its connections stay open that long. */
const keptMs = 60_000;

/** Clients that are kept; in memory only. */
const mostClients = 50;

type Kept = { client: AwsSdkClient; until: number; calls: number; isOver: boolean };

/**
 * Clients of services with their connections, kept for a minute: a loop of calls makes one. What a
 * key names is all that a client may be shared by, its credentials among them.
 */
export const openClients = (clock: () => number) => {
  const kept = new Map<string, Kept>();

  /** Its calls that are under way go on. */
  const end = (key: string, one: Kept): void => {
    kept.delete(key);
    one.isOver = true;
    if (one.calls === 0) one.client.destroy();
  };

  const endOld = (): void => {
    for (const [key, one] of kept) if (one.until <= clock()) end(key, one);
    const [oldest] = kept;
    if (kept.size > mostClients && oldest) end(...oldest);
  };

  const keptFor = (key: string, make: () => AwsSdkClient): Kept => {
    endOld();
    const known = kept.get(key);
    if (known) return known;
    const made = { client: make(), until: clock() + keptMs, calls: 0, isOver: false };
    kept.set(key, made);
    return made;
  };

  /** Does work with the client of a key; others may work with it at the same time. */
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
