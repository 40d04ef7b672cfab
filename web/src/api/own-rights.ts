import { decide, denialTextOf, type GuardedRoute } from '#lib/domain/account/permission.rules.ts';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { isWrite } from '#lib/kernel/route.ts';

/** Why a user may not make a call, by the same decision as the server's; undefined if they may. */
export const refusalIn = (user: CurrentUser, guard: GuardedRoute): string | undefined => {
  const { allowed, reason } = decide(user, guard);
  return allowed ? undefined : denialTextOf(reason, guard, user.root_users);
};

let getKnownUser: () => CurrentUser | undefined = () => undefined;

/** From now on reads are checked against the user that this function returns. */
export const setRightsSource = (user: () => CurrentUser | undefined): void => {
  getKnownUser = user;
};

/**
 * Why the signed-in user may not read this, as far as the console knows. Such a call is not sent,
 * so that the audit trail contains what people try, not what pages poll. Writes are always sent:
 * the user may have been given the right just now.
 */
export const refusalToRead = (guard: GuardedRoute): string | undefined => {
  const user = isWrite(guard) ? undefined : getKnownUser();
  return user && refusalIn(user, guard);
};
