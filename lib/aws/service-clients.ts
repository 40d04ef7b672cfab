import type { AwsSdkClient } from './sdk.ts';

/** How long a client is used for new calls (ms): its connections stay open that long. */
const clientLifetime = 60_000;

/** How many clients are kept, in memory only. */
const maxClients = 50;

type CachedClient = { client: AwsSdkClient; expiresAt: number; calls: number; isRetired: boolean };

/**
 * Keeps service clients and their connections for a minute, so that a loop of calls needs only one.
 * A key must contain everything that calls must have in common to share a client, including its
 * credentials.
 */
export const openClients = (clock: () => number) => {
  const clients = new Map<string, CachedClient>();

  /** Calls in progress continue; the client is destroyed after the last of them. */
  const retire = (key: string, one: CachedClient): void => {
    clients.delete(key);
    one.isRetired = true;
    if (one.calls === 0) one.client.destroy();
  };

  const retireOld = (): void => {
    for (const [key, one] of clients) if (one.expiresAt <= clock()) retire(key, one);
    const [oldest] = clients;
    if (clients.size > maxClients && oldest) retire(...oldest);
  };

  const clientFor = (key: string, make: () => AwsSdkClient): CachedClient => {
    retireOld();
    const cached = clients.get(key);
    if (cached) return cached;
    const created = {
      client: make(),
      expiresAt: clock() + clientLifetime,
      calls: 0,
      isRetired: false,
    };
    clients.set(key, created);
    return created;
  };

  /** Runs `work` with the client of a key; several calls may use it at the same time. */
  return async <T>(
    key: string,
    make: () => AwsSdkClient,
    work: (client: AwsSdkClient) => Promise<T>,
  ): Promise<T> => {
    const one = clientFor(key, make);
    one.calls += 1;
    try {
      return await work(one.client);
    } finally {
      one.calls -= 1;
      if (one.isRetired && one.calls === 0) one.client.destroy();
    }
  };
};
