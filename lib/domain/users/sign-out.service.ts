import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { isOver, withEnded } from './session.rules.ts';
import type { userRoutes } from './user.routes.ts';
import type { User } from './user.schema.ts';
import { userStore } from './user.store.ts';

export type EndDeps = { db: Database; clock: Clock };

/** A sign-in that ends, or without a session all of the person's, but the one that is excepted. */
export type Ending = {
  tenant_id: string;
  user_id: string;
  session?: string | undefined;
  except?: string | undefined;
};

/** Others change the record at the same moment; so many of them one after the other are nobody. */
const tries = 5;

/**
 * Ends sign-ins for this product: from the next call on their tokens count for nothing, however
 * long they would. False where they had ended before, or the person is gone.
 */
export const endSignIns =
  ({ db, clock }: EndDeps) =>
  async ({ tenant_id, user_id, session, except }: Ending): Promise<boolean> => {
    const store = userStore(db, tenant_id);
    const endsOf = (one: User, now: number) =>
      session === undefined
        ? { signed_out_at: now, kept_session: except }
        : withEnded(one, session, now);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const one = await store.get(user_id);
      if (!one) return false;
      if (session !== undefined && isOver({ session, signed_in_at: Infinity }, one)) return false;
      if (await store.change(one, endsOf(one, clock()))) return true;
    }
    throw conflict('Your account is being changed right now. Try again.');
  };

type Calls = Pick<Service<typeof userRoutes>, 'signOut' | 'signOutElsewhere' | 'signOutEverywhere'>;

/** The calls by which people end sign-ins of their own. */
export const signOutCalls = (deps: EndDeps & { identity: Identity }): Calls => ({
  async signOut({ tenant_id, user_id, session }) {
    if (session === undefined) {
      throw conflict('There is no session to end. An API key ends where it is deleted.');
    }
    await endSignIns(deps)({ tenant_id, user_id, session });
    return {};
  },

  /** What the pool goes on refreshing elsewhere counts for nothing here. */
  async signOutElsewhere({ tenant_id, user_id, session }) {
    await endSignIns(deps)({ tenant_id, user_id, except: session });
    return {};
  },

  /** The own one by its id as well: it may have begun within this second. */
  async signOutEverywhere({ tenant_id, user_id, session }) {
    const end = endSignIns(deps);
    // First: what the pool no longer refreshes would count here until it expires.
    await end({ tenant_id, user_id });
    if (session !== undefined) await end({ tenant_id, user_id, session });
    await deps.identity.endSessions(user_id);
    return {};
  },
});
