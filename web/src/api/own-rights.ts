import { decide, type Guarded, sentenceOf } from '#lib/domain/account/permission.rules.ts';
import type { CurrentUser } from '#lib/domain/users/user.schema.ts';
import { isWrite } from '#lib/kernel/route.ts';

/** Why somebody may not make a call, by the decision that the server makes. */
export const refusalIn = (user: CurrentUser, guard: Guarded): string | undefined => {
  const { allowed, reason } = decide(user, guard);
  return allowed ? undefined : sentenceOf(reason, guard, user.root_users);
};

let known: () => CurrentUser | undefined = () => undefined;

/** From now on reads are judged by what this tells of the signed-in person. */
export const judgeBy = (user: () => CurrentUser | undefined): void => {
  known = user;
};

/**
 * Why the signed-in person may not read this, as far as the console knows: the server is not asked,
 * and its audit trail holds what people try, not what pages poll. What would change something is
 * always sent: they may have been given the right just now.
 */
export const refusalToRead = (guard: Guarded): string | undefined => {
  const user = isWrite(guard) ? undefined : known();
  return user && refusalIn(user, guard);
};
