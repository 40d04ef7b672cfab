import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import { openValues } from './header-values.ts';
import type { Listener } from './listener.schema.ts';
import { findListener, listenerWrites } from './listener.store.ts';

/**
 * A listener with the secrets that count now: the present one, and after a rotation the previous.
 */
export type OpenedListener = { listener: Listener; secrets: string[] };

/** `anew` reads it although it is remembered. */
export type OpenListener = (id: string, anew?: 'anew') => Promise<OpenedListener | undefined>;

const remembered = 1_000;
const mostRemembered = 1_000;

const open = async (secrets: Secrets, listener: Listener, now: number): Promise<OpenedListener> => {
  const { tenant_id, sealed_secret, previous_sealed_secret, previous_secret_until } = listener;
  const sealed = [sealed_secret];
  const previousCounts = previous_secret_until !== undefined && previous_secret_until > now;
  if (previous_sealed_secret !== undefined && previousCounts) sealed.push(previous_sealed_secret);
  const opened = await Promise.all(sealed.map((one) => secrets.open(tenant_id, one)));
  const auth_configs = await openValues(secrets, listener);
  return { listener: { ...listener, auth_configs }, secrets: opened };
};

type Known = { at: number; writes: number; found: Promise<OpenedListener | undefined> };

/**
 * Finds listeners by id and opens their secrets. A found one is remembered for a second, so that a
 * busy sender costs no read per call: for so long an ended secret may count. Where this process is
 * the only one that writes listeners, none is remembered over a write.
 */
export const openedListeners = (deps: {
  db: Database;
  secrets: Secrets;
  clock: Clock;
}): OpenListener => {
  const known = new Map<string, Known>();

  const find = async (id: string) => {
    const listener = await findListener(deps.db, id);
    return listener && open(deps.secrets, listener, deps.clock());
  };

  return (id, anew) => {
    const now = deps.clock();
    const writes = listenerWrites(deps.db);
    const entry = known.get(id);
    // Both ways, so that a clock that was set back does not keep a deleted listener alive.
    const isFresh = entry && entry.writes === writes && Math.abs(now - entry.at) < remembered;
    if (isFresh && !anew) return entry.found;
    if (known.size >= mostRemembered) known.clear();
    const found = find(id);
    known.set(id, { at: now, writes, found });
    const forget = () => known.get(id)?.found === found && known.delete(id);
    found.then((value) => value ?? forget(), forget);
    return found;
  };
};
