import type { Identity } from '#lib/ports/identity.ts';
import type { User } from './user.schema.ts';

/**
 * Whether the account at a user's address is theirs. The pool knows only addresses. If the user's
 * account was removed, the address may belong to anybody by now, even in another organisation,
 * whose account must not be touched.
 */
export const hasOwnAccount = async (identity: Identity, one: User): Promise<boolean> => {
  const found = await identity.findUser(one._id);
  return found?.tenantId === one.tenant_id && (one.sub === undefined || one.sub === found.sub);
};
