import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { auditActionOf } from '#lib/kernel/route.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { auditStore } from '../audit/audit.store.ts';
import type { userRoutes } from '../users/user.routes.ts';

const key: keyof typeof userRoutes = 'resetSecondFactor';

/**
 * Lets a user sign in with only their password again, on the operator's command: a last ROOT user
 * has nobody else to ask. It is recorded in the organisation's audit trail. Throws 404 if no
 * account has the address.
 */
export const resetSecondFactorAsOperator =
  ({ db, clock, identity }: { db: Database; clock: Clock; identity: Identity }) =>
  async (email: string): Promise<void> => {
    const { tenantId } = (await identity.findUser(email)) ?? {};
    if (tenantId === undefined) {
      throw new Refusal(404, `No account has the e-mail address ${email}. Check the address.`);
    }
    const now = clock();
    const audit = auditStore(db, tenantId);
    const _id = timedId('aud', now);
    const object_id = email.toLowerCase();
    await audit.create({
      _id,
      user_id: 'operator',
      action_type: auditActionOf(key),
      created_at: isoTime(now),
      method: 'DELETE',
      url: '/operator/second-factor',
      object_type: 'user',
      object_id,
      outcome: 'pending',
    });
    await identity.forgetSecondFactor(email);
    await audit.conclude(_id, { outcome: 'done' });
  };
