import type { Caller, HeldRole, Policies } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { badRequest, conflict, forbidden, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { faultIn } from './conflict.rules.ts';
import { refusalToGrant } from './grant.rules.ts';
import { findRole } from './held-roles.service.ts';
import { type ImpactDeps, impactOf } from './impact.service.ts';
import { findPredefinedRole, predefinedRoles } from './predefined.rules.ts';
import type { roleRoutes } from './role.routes.ts';
import { copyNames, viewOf, viewOfPredefined } from './role.rules.ts';
import type { NewRole, Role, RoleView } from './role.schema.ts';
import { roleStore } from './role.store.ts';

export type RoleDeps = ImpactDeps & { clock: Clock };

/** What the services of this area need from the caller's organisation. */
const roleContext = (deps: RoleDeps, caller: Caller) => {
  const store = roleStore(deps.db, caller.tenant_id);
  const organisations = organisationStore(deps.db, caller.tenant_id);
  const defaultId = async () => (await organisations.get())?.default_role_id ?? null;
  const find = async (id: string): Promise<Role> => {
    const found = await store.get(id);
    if (!found) throw notFound('role');
    return found;
  };
  const predefinedNames = predefinedRoles.map(({ name }) => name.toLowerCase());
  const takenNames = async () => new Set([...(await store.names()), ...predefinedNames]);
  /** Runs a write for a name that no other role has, including predefined ones. Throws 400. */
  const underName = <T>(role: Pick<Role, 'name' | '_id'>, write: () => Promise<T>): Promise<T> => {
    const error = `A role named ${role.name} already exists. Choose another name.`;
    const taken = () => badRequest(error, { field: 'name' });
    if (predefinedNames.includes(role.name.toLowerCase())) throw taken();
    return store.underName(role, { now: deps.clock(), taken }, write);
  };
  const refuseGrant = async (before: HeldRole[], after: HeldRole[]) => {
    const refusal = refusalToGrant(caller, { before, after }, await deps.permissions());
    if (refusal) throw refusal;
  };
  return { store, organisations, defaultId, find, takenNames, underName, refuseGrant };
};

const refusePolicies = async ({ permissions }: RoleDeps, policies: Policies): Promise<void> => {
  const fault = faultIn(policies, await permissions());
  if (fault) throw badRequest(fault.error, { field: 'policies', detail: fault.detail });
};

const createRole = async (
  deps: RoleDeps,
  caller: Caller,
  { name, description, policies }: NewRole,
): Promise<RoleView> => {
  const { store, defaultId, find, underName, refuseGrant } = roleContext(deps, caller);
  await refusePolicies(deps, policies);
  const now = deps.clock();
  const _id = timedId('role', now);
  await refuseGrant([], [{ _id, name, policies }]);
  const at = isoTime(now);
  const times = { created_at: at, updated_at: at };
  const role = { _id, name, description, policies, root_user_id: caller.user_id, ...times };
  await underName(role, () => store.create({ ...role, revision: 1 }));
  return viewOf(await find(_id), await defaultId());
};

const cloneRole =
  (deps: RoleDeps): Service<typeof roleRoutes>['cloneRole'] =>
  async (caller, { role_id }) => {
    const { find, takenNames } = roleContext(deps, caller);
    const { name, description, policies } = findPredefinedRole(role_id) ?? (await find(role_id));
    const fault = faultIn(policies, await deps.permissions());
    if (fault) {
      const error = `${name} can no longer be copied as it is. ${fault.error}`;
      throw conflict(error, { detail: fault.detail });
    }
    const usedNames = await takenNames();
    const freeName = copyNames(name).find((one) => !usedNames.has(one.toLowerCase()));
    if (freeName === undefined)
      throw badRequest('This role has too many copies. Delete one first.');
    return createRole(deps, caller, { name: freeName, description, policies });
  };

const changedSinceOpened = () =>
  conflict('Somebody changed this role after you opened it. Open it again, and then change it.');

const updateRole =
  (deps: RoleDeps): Service<typeof roleRoutes>['updateRole'] =>
  async (caller, { role_id, base_revision, name, description, policies }) => {
    if (findPredefinedRole(role_id)) {
      throw forbidden('A predefined role cannot be changed. Make a custom copy of it.', [
        { msg: 'Default_role_edit_attempted', loc: ['role_id'] },
      ]);
    }
    const { store, find, defaultId, underName, refuseGrant } = roleContext(deps, caller);
    const role = await find(role_id);
    if (base_revision !== role.revision) throw changedSinceOpened();
    await refusePolicies(deps, policies);
    await refuseGrant([role], [{ _id: role_id, name, policies }]);
    const change = { name, description, policies, updated_at: isoTime(deps.clock()) };
    if (!(await underName({ _id: role_id, name }, () => store.change(role, change)))) {
      throw conflict('Somebody else changed this role at the same time. Reload and try again.');
    }
    return viewOf(await find(role_id), await defaultId());
  };

/** Rejected while users hold the role: without it, what it denies could be allowed to them. */
const deleteRole =
  (deps: RoleDeps): Service<typeof roleRoutes>['deleteRole'] =>
  async (caller, { role_id }) => {
    if (findPredefinedRole(role_id)) {
      throw forbidden('Default roles cannot be deleted. You can create a custom copy if needed.');
    }
    const { store, find, defaultId } = roleContext(deps, caller);
    await find(role_id);
    if ((await defaultId()) === role_id) {
      throw conflict('This is the default role. Set another role as default first.');
    }
    let holders = 0;
    for await (const { roles } of deps.people(caller.tenant_id)) {
      if (roles.includes(role_id)) holders += 1;
    }
    if (holders > 0) {
      const holderText = holders === 1 ? '1 user holds' : `${holders} users hold`;
      throw conflict(`${holderText} this role. Give them another role first.`);
    }
    if (!(await store.delete(role_id))) throw notFound('role');
    return {};
  };

/** Calls of the roles area, one function a route. */
export const roleService = (deps: RoleDeps): Service<typeof roleRoutes> => ({
  async listRoles(caller, request) {
    const { store, defaultId } = roleContext(deps, caller);
    const id = await defaultId();
    const page = await store.page(request);
    const first = request.next === undefined && (request.page_number ?? 1) === 1;
    const predefined = first ? predefinedRoles.map((one) => viewOfPredefined(one, id)) : [];
    return { ...page, items: page.items.map((one) => viewOf(one, id)), predefined };
  },

  listPermissions: async () => ({ items: [...(await deps.permissions())] }),

  getDefaultRole: async (caller) => ({
    default_role_id: await roleContext(deps, caller).defaultId(),
  }),

  async setDefaultRole(caller, { default_role_id }) {
    const { organisations, defaultId, refuseGrant } = roleContext(deps, caller);
    const id = await defaultId();
    const now = id === null ? undefined : await findRole(deps.db, caller.tenant_id, id);
    const next = await findRole(deps.db, caller.tenant_id, default_role_id);
    if (!next) throw notFound('role');
    await refuseGrant(now ? [now] : [], [next]);
    await organisations.setDefaultRole(default_role_id);
    return { default_role_id };
  },

  async previewRole(caller, { role_id, policies }) {
    const { name } = await roleContext(deps, caller).find(role_id);
    return impactOf(deps, caller.tenant_id, { _id: role_id, name, policies });
  },

  async getRole(caller, { role_id }) {
    const { find, defaultId } = roleContext(deps, caller);
    const id = await defaultId();
    const predefined = findPredefinedRole(role_id);
    return predefined ? viewOfPredefined(predefined, id) : viewOf(await find(role_id), id);
  },

  createRole: (caller, input) => createRole(deps, caller, input),

  cloneRole: cloneRole(deps),
  updateRole: updateRole(deps),
  deleteRole: deleteRole(deps),
});
