import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { rolesOf } from '../roles/held-roles.service.ts';
import type { User } from './user.schema.ts';

/** A user as a caller, with the rights that they have now. */
export const callerOf = async (db: Database, user: User): Promise<Caller> => {
  const { tenant_id, _id: user_id, name, userType, readOnly } = user;
  return { tenant_id, user_id, name, userType, readOnly, roles: await rolesOf(db, user) };
};
