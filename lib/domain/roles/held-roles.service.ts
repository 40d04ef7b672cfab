import type { Caller, HeldRole } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { findPredefinedRole, portalRoleId } from './predefined.rules.ts';
import { roleStore } from './role.store.ts';

/** A user who holds roles. */
export type RoleHolder = Pick<Caller, 'tenant_id' | 'userType'> & { roles: string[] };

/** The role with this id, predefined or the organisation's own; undefined if there is none. */
export const findRole = async (
  db: Database,
  tenantId: string,
  id: string,
): Promise<HeldRole | undefined> =>
  findPredefinedRole(id) ?? (await roleStore(db, tenantId).get(id));

/** Ids of a user's effective roles: their own, or else the organisation's default. */
export const roleIdsOf = (
  { userType, roles }: Omit<RoleHolder, 'tenant_id'>,
  defaultRoleId: string | null,
): string[] => {
  if (userType === 'ROOT') return [];
  if (userType === 'SP_USER') return [portalRoleId];
  if (roles.length > 0 || defaultRoleId === null) return roles;
  return [defaultRoleId];
};

/** The roles that a user holds now. A deleted role gives no rights. */
export const rolesOf = async (db: Database, user: RoleHolder): Promise<HeldRole[]> => {
  const { tenant_id, userType, roles } = user;
  const asksDefault = userType === 'SUBUSER' && roles.length === 0;
  const organisation = asksDefault ? await organisationStore(db, tenant_id).get() : undefined;
  const ids = roleIdsOf(user, organisation?.default_role_id ?? null);
  const found = await Promise.all(ids.map((id) => findRole(db, tenant_id, id)));
  return found.flatMap((one) =>
    one ? [{ _id: one._id, name: one.name, policies: one.policies }] : [],
  );
};
