import type { Caller, HeldRole } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { refusalToGrant } from '../roles/grant.rules.ts';
import { findRole, roleIdsOf } from '../roles/held-roles.service.ts';
import type { AllPermissions } from '../roles/impact.service.ts';
import type { User } from './user.schema.ts';

type Holder = Pick<User, 'userType' | 'roles'>;

/** Only sub-users have roles: ROOT may do everything, and portal users use only the portal. */
const refuseRolesOf = ({ userType, roles }: Holder): void => {
  if (userType === 'SUBUSER' || roles.length === 0) return;
  const userLabel = userType === 'ROOT' ? 'ROOT users' : 'Service portal users';
  throw badRequest(`${userLabel} have no roles.`, { field: 'roles' });
};

/**
 * Throws for roles that the user cannot have (400), that do not exist (400), or that the caller may
 * not give (403). `before` is what the user has now; undefined for a new user.
 */
export const refuseRoleChoice = async (
  { db, permissions }: { db: Database; permissions: AllPermissions },
  caller: Caller,
  { before, after }: { before?: Holder; after: Holder },
): Promise<void> => {
  const { tenant_id } = caller;
  const find = async (ids: readonly string[]): Promise<HeldRole[]> => {
    const found = await Promise.all(ids.map((id) => findRole(db, tenant_id, id)));
    return found.flatMap((one) => one ?? []);
  };
  refuseRolesOf(after);
  if ((await find(after.roles)).length < after.roles.length) {
    throw badRequest('A chosen role does not exist, or it was deleted. Choose again.', {
      field: 'roles',
    });
  }
  const organisation = await organisationStore(db, tenant_id).get();
  const defaultId = organisation?.default_role_id ?? null;
  const rolesOf = (one: Holder) => find(roleIdsOf(one, defaultId));
  const change = {
    before: before ? await rolesOf(before) : [],
    after: await rolesOf(after),
  };
  const refusal = refusalToGrant(caller, change, await permissions());
  if (refusal) throw refusal;
};
