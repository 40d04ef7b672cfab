import type { Identity } from '#lib/ports/identity.ts';
import type { User } from './user.schema.ts';

/**
 * Whether the account of a user's address is theirs. The pool knows addresses only, and one whose
 * account was removed may be anybody's by now, also a person's of another organisation: they are
 * none of this one's business.
 */
export const hasAccount = async (identity: Identity, one: User): Promise<boolean> => {
  const found = await identity.findUser(one._id);
  return found?.tenantId === one.tenant_id && (one.sub === undefined || one.sub === found.sub);
};
