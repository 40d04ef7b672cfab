import type { HeldRole } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { isAllowedBy } from './grant.rules.ts';
import { findRole, type RoleHolder, roleIdsOf } from './held-roles.service.ts';
import type { Permission, RoleImpact } from './role.schema.ts';

/** Loads every permission that roles can give; a function, as all routes are loaded with it. */
export type AllPermissions = () => Promise<readonly Permission[]>;

export type ImpactDeps = {
  db: Database;
  permissions: AllPermissions;
  /** All users of an organisation; passed in, since the users area depends on this one. */
  people: (tenantId: string) => AsyncIterable<RoleHolder>;
};

/** A set of roles and the number of users who hold it. */
type Holders = { ids: string[]; users: number };

/** The users who hold the role now, grouped by their effective roles. */
const holdersOf = async (
  { db, people }: ImpactDeps,
  tenantId: string,
  roleId: string,
): Promise<Holders[]> => {
  const organisation = await organisationStore(db, tenantId).get();
  const sets = new Map<string, Holders>();
  for await (const user of people(tenantId)) {
    const ids = roleIdsOf(user, organisation?.default_role_id ?? null);
    if (!ids.includes(roleId)) continue;
    const set = sets.get(ids.join()) ?? { ids, users: 0 };
    sets.set(ids.join(), { ...set, users: set.users + 1 });
  }
  return [...sets.values()];
};

/** The permissions that a role's change would give to, and take from, its current holders. */
export const impactOf = async (
  deps: ImpactDeps,
  tenantId: string,
  changed: HeldRole,
): Promise<RoleImpact> => {
  const { db } = deps;
  const permissions = await deps.permissions();
  const counts = { gains: new Map<string, number>(), loses: new Map<string, number>() };
  const holders = await holdersOf(deps, tenantId, changed._id);
  for (const { ids, users } of holders) {
    const found = await Promise.all(ids.map((id) => findRole(db, tenantId, id)));
    const before = found.flatMap((one) => one ?? []);
    const after = before.map((one) => (one._id === changed._id ? changed : one));
    for (const permission of permissions) {
      const [had, has] = [isAllowedBy(before, permission), isAllowedBy(after, permission)];
      if (had === has) continue;
      const side = has ? counts.gains : counts.loses;
      side.set(permission.name, (side.get(permission.name) ?? 0) + users);
    }
  }
  const listed = (side: Map<string, number>) =>
    [...side].map(([permission, users]) => ({ permission, users }));
  const users = holders.reduce((sum, one) => sum + one.users, 0);
  return { users, gains: listed(counts.gains), loses: listed(counts.loses) };
};
