import { readCaller } from '#lib/domain/account/caller.service.ts';
import { decide } from '#lib/domain/account/permission.rules.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { roleStore } from '#lib/domain/roles/role.store.ts';
import type { User } from '#lib/domain/users/user.schema.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import type { Caller, Policies } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Route } from '#lib/kernel/route.ts';
import { allRoutes } from '#lib/routes.ts';
import type { Scene } from '../scene.ts';
import { policiesOf } from './policy-text.ts';

const everyRoute = Object.values(allRoutes).flatMap((area) => Object.entries<Route>(area));

/** An organisation with its users and roles, created without permission checks. */
export const openOrganisation = (scene: Scene) => {
  const { db, clock, tenant_id } = scene;
  const at = isoTime(clock());
  const times = { created_at: at, updated_at: at };
  const organisations = organisationStore(db, tenant_id);
  const users = userStore(db, tenant_id);
  const roles = roleStore(db, tenant_id);

  const callerOf = (user_id: string): Promise<Caller> =>
    readCaller({ db, clock })({ tenant_id, user_id, expires_at: clock() + 1000 });

  const makeRole = async (name: string, policies: Policies): Promise<string> => {
    const _id = `role_${name.toLowerCase()}`;
    const root_user_id = 'root@example.com';
    const role = { _id, name, description: name, policies, root_user_id, revision: 1, ...times };
    await roles.create(role);
    return _id;
  };

  return {
    users,
    roles,
    callerOf,

    begin: async (default_role_id: string | null = null): Promise<void> => {
      const roots = { 'root@example.com': true } as const;
      await organisations.create({ name: 'Ours', created_at: at, default_role_id, roots });
    },

    roleOf: makeRole,

    /** Creates a role with these rows; returns its id. */
    role: (name: string, ...rows: string[]) => makeRole(name, policiesOf(...rows)),

    /** Creates a user, by default a sub-user, with these roles; returns the address. */
    async user(name: string, roleIds: string[] = [], rights: Partial<User> = {}): Promise<string> {
      const _id = `${name}@example.com`;
      const standing = { userType: 'SUBUSER', readOnly: false, roles: roleIds, ...rights } as const;
      await users.create({ _id, name, settings: {}, ...standing, ...times });
      return _id;
    },

    /** The routes that each user may currently call. */
    async rights(): Promise<Record<string, string[]>> {
      const all: Record<string, string[]> = {};
      for await (const { _id } of users.all()) {
        const caller = await callerOf(_id);
        const may = everyRoute.filter(([, route]) => decide(caller, route).allowed);
        all[_id] = may.map(([key]) => key);
      }
      return all;
    },
  };
};

export type TestOrganisation = ReturnType<typeof openOrganisation>;
