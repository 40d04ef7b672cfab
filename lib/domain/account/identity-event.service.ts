import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import { auditStore } from '../audit/audit.store.ts';
import { endSignIns } from '../users/sign-out.service.ts';
import { type IdentityEvent, meaningOf, recordOf } from './identity-event.rules.ts';

export type IdentityEventDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  /** Ends the organisation's sockets whose owners may no longer have them. */
  closeStrangers: (tenantId: string) => Promise<void>;
};

/** False where it had ended already: its sign-out was told by the call that ended it. */
const endWith = async (deps: IdentityEventDeps, event: IdentityEvent): Promise<boolean> => {
  const { kind, tenant_id, user_id, session } = event;
  const { ends } = meaningOf(kind);
  if (ends === undefined) return true;
  const person = { tenant_id, user_id };
  const which = {
    all: person,
    own: { ...person, session },
    others: { ...person, except: session },
  }[ends];
  const ended = await endSignIns(deps)(which);
  await deps.closeStrangers(tenant_id);
  return ended || ends !== 'own';
};

/**
 * Takes up what happened where people sign in: the audit trail tells of it, and sign-ins that end
 * with it end here as well. It never throws: it has happened.
 */
export const takeIdentityEvent =
  (deps: IdentityEventDeps) =>
  async (event: IdentityEvent): Promise<void> => {
    const { db, clock, log } = deps;
    const { tenant_id, user_id } = event;
    // An account that was never confirmed is of no organisation.
    if (tenant_id === '') return;
    try {
      if (await endWith(deps, event)) {
        await auditStore(db, tenant_id).create(recordOf(event, clock()));
      }
    } catch (error) {
      const where = { area: 'identity', tenant_id, user_id };
      log.error('What happened at a sign-in is not in the audit trail.', { ...where, error });
    }
  };
