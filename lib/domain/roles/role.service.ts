import type { Caller, HeldRole, Policies } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { randomId } from '#lib/kernel/ids.ts';
import { badRequest, conflict, forbidden, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { userStore } from '../users/user.store.ts';
import { conflictsIn, isEmpty } from './conflict.rules.ts';
import { refusalToGrant } from './grant.rules.ts';
import { findRole } from './held.service.ts';
import { impactOf } from './impact.service.ts';
import { predefinedRole, type PredefinedRole, predefinedRoles } from './predefined.rules.ts';
import type { roleRoutes } from './role.routes.ts';
import type { Permission, Role, RoleView } from './role.schema.ts';
import { roleStore } from './role.store.ts';

export type RoleDeps = { db: Database; clock: Clock; permissions: readonly Permission[] };

const arnOf = (owner: string, id: string): string => `arn:cloudwarden:rbac::${owner}:role/${id}`;

const viewOf = (role: Role, defaultId: string | null): RoleView => {
  const { tenant_id, revision: _revision, ...shown } = role;
  return { ...shown, arn: arnOf(tenant_id, role._id), is_default: role._id === defaultId };
};

const viewOfPredefined = (role: PredefinedRole, defaultId: string | null): RoleView => ({
  ...role,
  root_user_id: null,
  arn: arnOf('system', role._id),
  is_default: role._id === defaultId,
});

const refusePredefined = (id: string, error: string): void => {
  if (!predefinedRole(id)) return;
  throw forbidden(error, [{ msg: 'Default_role_edit_attempted', loc: ['role_id'] }]);
};

const unknownRow = (policies: Policies, permissions: readonly Permission[]): string | undefined => {
  const types = new Set(['*', ...permissions.map(({ resource_type }) => resource_type)]);
  const names = new Set(permissions.map(({ name }) => name));
  for (const [type, rows] of [policies.ALLOW, policies.DENY].flatMap((map) =>
    Object.entries(map),
  )) {
    if (!types.has(type)) return `There is no resource type ${type}.`;
    const unknown = Object.keys(rows).find((name) => !name.endsWith('*') && !names.has(name));
    if (unknown !== undefined) return `There is no permission ${unknown}.`;
  }
  return undefined;
};

const refusePolicies = ({ permissions }: RoleDeps, policies: Policies): void => {
  const field = 'policies';
  const unknown = unknownRow(policies, permissions);
  if (unknown !== undefined) throw badRequest(unknown, { field });
  if (isEmpty(policies)) {
    throw badRequest('Please select at least one permission in either ALLOW or DENY section.', {
      field,
    });
  }
  const conflicts = conflictsIn(policies, permissions);
  if (conflicts.length === 0) return;
  const detail = conflicts.map(({ permission, allow, deny }) => ({
    msg: `${permission} is in both: ALLOW ${allow} and DENY ${deny}.`,
    loc: ['policies', permission],
  }));
  throw badRequest(
    'Please resolve the permission conflicts between ALLOW and DENY sections before creating the ' +
      'role.',
    { field, detail },
  );
};

const rolesOf = (deps: RoleDeps, caller: Caller) => {
  const store = roleStore(deps.db, caller.tenant_id);
  const organisations = organisationStore(deps.db, caller.tenant_id);
  const defaultId = async () => (await organisations.get())?.default_role_id ?? null;
  const find = async (id: string): Promise<Role> => {
    const found = await store.get(id);
    if (!found) throw notFound('role');
    return found;
  };
  const refuseTakenName = async (name: string, exceptId?: string) => {
    const taken = predefinedRoles.some((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!taken && !(await store.isNameTaken(name, exceptId))) return;
    throw badRequest(`A role named ${name} already exists. Choose another name.`, {
      field: 'name',
    });
  };
  const refuseGrant = (before: HeldRole[], after: HeldRole[]) => {
    const refusal = refusalToGrant(caller, { before, after }, deps.permissions);
    if (refusal) throw refusal;
  };
  return { store, organisations, defaultId, find, refuseTakenName, refuseGrant };
};

const createRole = async (
  deps: RoleDeps,
  caller: Caller,
  { name, description, policies }: Pick<Role, 'name' | 'description' | 'policies'>,
): Promise<RoleView> => {
  const { store, defaultId, find, refuseTakenName, refuseGrant } = rolesOf(deps, caller);
  refusePolicies(deps, policies);
  await refuseTakenName(name);
  const _id = randomId('role');
  refuseGrant([], [{ _id, name, policies }]);
  const at = isoTime(deps.clock());
  await store.create({
    _id,
    name,
    description,
    policies,
    root_user_id: caller.user_id,
    created_at: at,
    updated_at: at,
    revision: 1,
  });
  return viewOf(await find(_id), await defaultId());
};

/** The first free name of a copy: `{role}-Custom`, then with a number (spec 2 section 6). */
const copyName = async (
  isTaken: (name: string) => Promise<boolean>,
  name: string,
): Promise<string> => {
  const first = `${name.slice(0, 64 - '-Custom-99'.length)}-Custom`;
  for (let number = 1; number < 100; number += 1) {
    const tried = number === 1 ? first : `${first}-${number}`;
    if (!(await isTaken(tried))) return tried;
  }
  throw badRequest('This role has too many copies. Delete one first.');
};

/** Calls of the roles area, one function a route. */
export const roleService = (deps: RoleDeps): Service<typeof roleRoutes> => ({
  async listRoles(caller, request) {
    const { store, defaultId } = rolesOf(deps, caller);
    const id = await defaultId();
    const { number_of_items, page_number = 1, next } = request;
    const page = await store.page({
      number_of_items,
      page_number,
      ...(next !== undefined && { next }),
    });
    const first = next === undefined && page_number === 1;
    const predefined = first ? predefinedRoles.map((one) => viewOfPredefined(one, id)) : [];
    return { ...page, items: page.items.map((one) => viewOf(one, id)), predefined };
  },

  listPermissions: async () => ({ items: [...deps.permissions] }),

  getDefaultRole: async (caller) => ({
    default_role_id: await rolesOf(deps, caller).defaultId(),
  }),

  async setDefaultRole(caller, { default_role_id }) {
    const { organisations, defaultId, refuseGrant } = rolesOf(deps, caller);
    const now = await findRole(deps.db, caller.tenant_id, (await defaultId()) ?? '');
    const next = await findRole(deps.db, caller.tenant_id, default_role_id);
    if (!next) throw notFound('role');
    refuseGrant(now ? [now] : [], [next]);
    await organisations.setDefaultRole(default_role_id);
    return { default_role_id };
  },

  async previewRole(caller, { role_id, policies }) {
    const { name } = await rolesOf(deps, caller).find(role_id);
    return impactOf(deps, caller.tenant_id, { _id: role_id, name, policies });
  },

  async getRole(caller, { role_id }) {
    const { find, defaultId } = rolesOf(deps, caller);
    const id = await defaultId();
    const predefined = predefinedRole(role_id);
    return predefined ? viewOfPredefined(predefined, id) : viewOf(await find(role_id), id);
  },

  createRole: (caller, input) => createRole(deps, caller, input),

  async cloneRole(caller, { role_id }) {
    const { store } = rolesOf(deps, caller);
    const source = predefinedRole(role_id) ?? (await store.get(role_id));
    if (!source) throw notFound('role');
    const name = await copyName((one) => store.isNameTaken(one), source.name);
    const { description, policies } = source;
    return createRole(deps, caller, { name, description, policies });
  },

  async updateRole(caller, { role_id, name, description, policies }) {
    refusePredefined(role_id, 'A predefined role cannot be changed. Make a custom copy of it.');
    const { store, find, defaultId, refuseTakenName, refuseGrant } = rolesOf(deps, caller);
    const before = await find(role_id);
    refusePolicies(deps, policies);
    await refuseTakenName(name, role_id);
    refuseGrant([before], [{ _id: role_id, name, policies }]);
    const change = { name, description, policies, updated_at: isoTime(deps.clock()) };
    if (!(await store.change(before, change))) {
      throw conflict('Somebody changed this role at the same moment. Look at it and try again.');
    }
    return viewOf(await find(role_id), await defaultId());
  },

  /** Refused while somebody holds it: what it denies would be theirs at once. */
  async deleteRole(caller, { role_id }) {
    refusePredefined(
      role_id,
      'Default roles cannot be deleted. You can create a custom copy if needed.',
    );
    const { store, find, defaultId } = rolesOf(deps, caller);
    await find(role_id);
    if ((await defaultId()) === role_id) {
      throw conflict('This is the default role. Set another role as default first.');
    }
    let holders = 0;
    for await (const { roles } of userStore(deps.db, caller.tenant_id).all()) {
      if (roles.includes(role_id)) holders += 1;
    }
    if (holders > 0) {
      const who = holders === 1 ? '1 user holds' : `${holders} users hold`;
      throw conflict(`${who} this role. Give them another role first.`);
    }
    if (!(await store.delete(role_id))) throw notFound('role');
    return {};
  },
});
