import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import { auditStore } from '../audit/audit.store.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { endSignIns } from '../users/sign-out.service.ts';
import { auditRecordOf, type IdentityEvent, meaningOf } from './identity-event.rules.ts';

export type IdentityEventDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  /** Closes the user's sockets whose sign-in has ended. */
  closeEnded: (tenantId: string, userId: string) => Promise<void>;
};

/** Returns false if the sign-in had ended already: the call that ended it recorded the sign-out. */
const endAffectedSignIns = async (
  deps: IdentityEventDeps,
  event: IdentityEvent,
): Promise<boolean> => {
  const { kind, tenant_id, user_id, session, signed_in_at } = event;
  const { endedSignIns } = meaningOf(kind);
  if (endedSignIns === undefined) return true;
  const person = { tenant_id, user_id };
  const selection = {
    all: person,
    own: { ...person, session, signed_in_at },
    others: { ...person, except: session },
  }[endedSignIns];
  const ended = await endSignIns(deps)(selection);
  return ended || endedSignIns !== 'own';
};

/** Starts the retention of runs for organisations created when runs were kept for ever. */
const beginRetention = async ({ db, clock, log }: IdentityEventDeps, event: IdentityEvent) => {
  const { tenant_id } = event;
  try {
    await organisationStore(db, tenant_id).beginRetention(isoTime(clock()));
  } catch (error) {
    log.warn('Old runs are not removed yet; the next sign-in tries again.', {
      area: 'identity',
      tenant_id,
      error,
    });
  }
};

/**
 * Handles an event from the sign-in system: writes it to the audit trail and ends here the sign-ins
 * that end with it. It never throws, since the event has already happened.
 */
export const handleIdentityEvent =
  (deps: IdentityEventDeps) =>
  async (event: IdentityEvent): Promise<void> => {
    const { db, clock, log } = deps;
    const { tenant_id, user_id } = event;
    // An account that was never confirmed belongs to no organisation.
    if (tenant_id === '') return;
    if (event.kind === 'sign_in') await beginRetention(deps, event);
    const logContext = { area: 'identity', tenant_id, user_id };
    try {
      if (await endAffectedSignIns(deps, event)) {
        await auditStore(db, tenant_id).create(auditRecordOf(event, clock()));
      }
    } catch (error) {
      log.error('An event of a sign-in is missing from the audit trail.', { ...logContext, error });
    }
    if (meaningOf(event.kind).endedSignIns === undefined) return;
    try {
      await deps.closeEnded(tenant_id, user_id);
    } catch (error) {
      log.error('Sockets of ended sign-ins wait for the next sweep.', { ...logContext, error });
    }
  };
