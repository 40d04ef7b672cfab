import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { findRole, roleIdsOf } from '../roles/held-roles.service.ts';
import type { CurrentUser, User, UserView } from './user.schema.ts';
import { userStore } from './user.store.ts';

/** The signed-in user as the console needs it, with the rights that its decisions depend on. */
export const viewOfCaller = async (
  db: Database,
  { tenant_id, user_id, roles }: Caller,
): Promise<CurrentUser> => {
  const [one, organisation] = await Promise.all([
    userStore(db, tenant_id).get(user_id),
    organisationStore(db, tenant_id).get(),
  ]);
  if (!one) throw notFound('user');
  return {
    ...one,
    roles: [...roles],
    organisation: organisation?.name ?? '',
    root_users: Object.keys(organisation?.roots ?? {}),
  };
};

/** Users as others see them, with the names of their effective roles. */
export const viewsOf = async (
  db: Database,
  tenantId: string,
  users: readonly User[],
): Promise<UserView[]> => {
  const organisation = await organisationStore(db, tenantId).get();
  const defaultId = organisation?.default_role_id ?? null;
  const ids = [...new Set(users.flatMap((one) => roleIdsOf(one, defaultId)))];
  const found = await Promise.all(ids.map((id) => findRole(db, tenantId, id)));
  const names = new Map(found.flatMap((one) => (one ? [[one._id, one.name]] : [])));
  return users.map((one) => {
    const role_names = roleIdsOf(one, defaultId).flatMap((id) => names.get(id) ?? []);
    const byDefault = one.userType === 'SUBUSER' && one.roles.length === 0;
    return { ...one, role_names, ...(byDefault && { defaultRole: role_names[0] }) };
  });
};
