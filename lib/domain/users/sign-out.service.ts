import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { hasOwnAccount } from './own-account.service.ts';
import { isSignInOver, signInsValidFrom, withEndedSignIn } from './session.rules.ts';
import type { userRoutes } from './user.routes.ts';
import type { User } from './user.schema.ts';
import { userStore } from './user.store.ts';

export type SignOutDeps = { db: Database; clock: Clock };

/** Which sign-in ends; without `session` all of the user's sign-ins but `except`. */
export type SignInEnd = {
  tenant_id: string;
  user_id: string;
  session?: string | undefined;
  signed_in_at?: number | undefined;
  except?: string | undefined;
};

/** Tries while others change the record at the same moment; more conflicts are unlikely. */
const maxTries = 5;

/**
 * Ends sign-ins in this product: from the next call on their tokens are rejected, however long they
 * would be valid. Returns false if the sign-in had ended before or the user no longer exists.
 */
export const endSignIns =
  ({ db, clock }: SignOutDeps) =>
  async ({ tenant_id, user_id, session, signed_in_at, except }: SignInEnd): Promise<boolean> => {
    const store = userStore(db, tenant_id);
    const endsOf = (one: User, now: number) =>
      session === undefined
        ? { signed_out_at: now, kept_session: except }
        : withEndedSignIn(one, { session, signed_in_at }, now);
    for (let attempt = 0; attempt < maxTries; attempt += 1) {
      const one = await store.get(user_id);
      if (!one) return false;
      const began = signed_in_at ?? Infinity;
      if (session !== undefined && isSignInOver({ session, signed_in_at: began }, one))
        return false;
      if (await store.change(one, endsOf(one, clock()))) return true;
    }
    throw conflict('Your account is being changed right now. Try again.');
  };

type HoldDeps = SignOutDeps & {
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<unknown>;
};

export type HoldSignIn = (person: { tenant_id: string; user_id: string }) => Promise<void>;

/** Timers may fire a little early (ms). */
const timerTolerance = 5;

/**
 * Waits until a new sign-in counts, at most until the next second, before the user pool dates it.
 * Throws 409 if all sign-ins were ended again meanwhile: this one began before that and is void.
 */
export const holdSignIn =
  ({ db, clock, wait }: HoldDeps): HoldSignIn =>
  async ({ tenant_id, user_id }) => {
    const endedAt = async () => (await userStore(db, tenant_id).get(user_id))?.signed_out_at;
    const signed_out_at = await endedAt();
    const remainingMs = signInsValidFrom({ signed_out_at }) - clock();
    if (remainingMs <= 0) return;
    await wait(Math.min(remainingMs, 1000) + timerTolerance);
    if ((await endedAt()) === signed_out_at) return;
    throw conflict('Your sessions were ended just now. Sign in again.');
  };

type Calls = Pick<Service<typeof userRoutes>, 'signOut' | 'signOutElsewhere' | 'signOutEverywhere'>;

type CallDeps = SignOutDeps & { identity: Identity };

/** The caller of an API key may have no account any more; their address may be another's. */
const endInPool = async (
  { db, identity }: CallDeps,
  { tenant_id, user_id }: Caller,
  except?: string,
): Promise<void> => {
  const one = await userStore(db, tenant_id).get(user_id);
  if (one && (await hasOwnAccount(identity, one))) await identity.endSessions(user_id, except);
};

/** The calls by which people end sign-ins of their own. */
export const signOutCalls = (deps: CallDeps): Calls => ({
  async signOut({ tenant_id, user_id, session, signed_in_at }, { refresh_token }) {
    if (session === undefined) {
      throw conflict('An API key has no session to end. Delete the key to revoke it.');
    }
    await endSignIns(deps)({ tenant_id, user_id, session, signed_in_at });
    await deps.identity.endSession(user_id, { id: session, refreshToken: refresh_token });
    return {};
  },

  async signOutElsewhere(caller) {
    const { tenant_id, user_id, session } = caller;
    await endSignIns(deps)({ tenant_id, user_id, except: session });
    // A call with an API key has no session to keep: its user is signed out everywhere.
    await endInPool(deps, caller, session);
    return {};
  },

  async signOutEverywhere(caller) {
    // First, because tokens that the pool no longer refreshes would count until they expire.
    const { tenant_id, user_id } = caller;
    await endSignIns(deps)({ tenant_id, user_id });
    await endInPool(deps, caller);
    return {};
  },
});
