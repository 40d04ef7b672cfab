import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import { openHeaderValues } from './header-values.ts';
import type { Listener } from './listener.schema.ts';
import { findListener, listenerWrites } from './listener.store.ts';

/**
 * A listener with its valid secrets: the current one, and after a rotation also the previous one.
 */
export type OpenedListener = { listener: Listener; secrets: string[] };

/** Finds a listener by id; `anew` bypasses the cache. */
export type OpenListener = (id: string, anew?: 'anew') => Promise<OpenedListener | undefined>;

const cachedMs = 1_000;
const maxCachedListeners = 1_000;

const decryptSecrets = async (
  secrets: Secrets,
  listener: Listener,
  now: number,
): Promise<OpenedListener> => {
  const { tenant_id, sealed_secret, previous_sealed_secret, previous_secret_until } = listener;
  const sealed = [sealed_secret];
  const previousCounts = previous_secret_until !== undefined && previous_secret_until > now;
  if (previous_sealed_secret !== undefined && previousCounts) sealed.push(previous_sealed_secret);
  const decrypted = await Promise.all(sealed.map((one) => secrets.open(tenant_id, one)));
  const auth_configs = await openHeaderValues(secrets, listener);
  return { listener: { ...listener, auth_configs }, secrets: decrypted };
};

type CachedListener = { at: number; writes: number; found: Promise<OpenedListener | undefined> };

/**
 * Finds listeners by id and decrypts their secrets. A listener that was found is cached for a
 * second, so that a busy sender does not cause a read per call; for that long a revoked secret may
 * still be accepted. If only this process writes listeners, any write invalidates the cache.
 */
export const createListenerOpener = (deps: {
  db: Database;
  secrets: Secrets;
  clock: Clock;
}): OpenListener => {
  const cache = new Map<string, CachedListener>();

  const find = async (id: string) => {
    const listener = await findListener(deps.db, id);
    return listener && decryptSecrets(deps.secrets, listener, deps.clock());
  };

  return (id, anew) => {
    const now = deps.clock();
    const writes = listenerWrites(deps.db);
    const entry = cache.get(id);
    // The absolute difference: a clock that was set back must not keep a deleted listener alive.
    const isFresh = entry && entry.writes === writes && Math.abs(now - entry.at) < cachedMs;
    if (isFresh && !anew) return entry.found;
    if (cache.size >= maxCachedListeners) cache.clear();
    const found = find(id);
    cache.set(id, { at: now, writes, found });
    const forget = () => cache.get(id)?.found === found && cache.delete(id);
    found.then((value) => value ?? forget(), forget);
    return found;
  };
};
