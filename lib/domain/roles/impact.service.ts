import type { HeldRole } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { userStore } from '../users/user.store.ts';
import { allowedBy } from './grant.rules.ts';
import { findRole, roleIdsOf } from './held.service.ts';
import type { Permission, RoleImpact } from './role.schema.ts';

type ImpactDeps = { db: Database; permissions: readonly Permission[] };

/** What the change of a role would give to, and take from, the people who hold it now. */
export const impactOf = async (
  { db, permissions }: ImpactDeps,
  tenantId: string,
  changed: HeldRole,
): Promise<RoleImpact> => {
  const organisation = await organisationStore(db, tenantId).get();
  const found = new Map<string, Promise<HeldRole | undefined>>();
  const find = (id: string) => {
    const role = found.get(id) ?? findRole(db, tenantId, id);
    found.set(id, role);
    return role;
  };
  const counts = { gains: new Map<string, number>(), loses: new Map<string, number>() };
  let users = 0;
  for await (const user of userStore(db, tenantId).all()) {
    const ids = roleIdsOf(user, organisation?.default_role_id ?? null);
    if (!ids.includes(changed._id)) continue;
    users += 1;
    const before = (await Promise.all(ids.map(find))).flatMap((one) => one ?? []);
    const after = before.map((one) => (one._id === changed._id ? changed : one));
    for (const permission of permissions) {
      const [had, has] = [allowedBy(before, permission), allowedBy(after, permission)];
      if (had === has) continue;
      const side = has ? counts.gains : counts.loses;
      side.set(permission.name, (side.get(permission.name) ?? 0) + 1);
    }
  }
  const listed = (side: Map<string, number>) =>
    [...side].map(([permission, count]) => ({ permission, users: count }));
  return { users, gains: listed(counts.gains), loses: listed(counts.loses) };
};
