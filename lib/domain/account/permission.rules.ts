import type { Caller } from '#lib/kernel/caller.ts';
import { forbidden, type Refusal } from '#lib/kernel/refusal.ts';
import type { Route } from '#lib/kernel/route.ts';

/** What every signed-in person may do: read who they are and open their realtime connection. */
const ownPermissions = new Set(['read_own_user', 'connect_realtime']);

/**
 * Why the caller may not make this call; undefined when they may. ROOT holds every permission; no
 * match is a refusal (architecture, section 5). A read-only person changes nothing.
 */
export const refusalOf = (caller: Caller, route: Route): Refusal | undefined => {
  if (ownPermissions.has(route.permission)) return undefined;
  if (caller.readOnly && route.method !== 'GET') {
    return forbidden('Your access is read only. Ask your ROOT user for full access.');
  }
  if (caller.userType === 'ROOT') return undefined;
  return forbidden(`You lack the permission ${route.permission}. Ask your ROOT user for it.`);
};
