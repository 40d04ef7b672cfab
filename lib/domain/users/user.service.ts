import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { badRequest, conflict, forbidden, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Identity } from '#lib/ports/identity.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import { refusalToGrant } from '../roles/grant.rules.ts';
import { findRole, roleIdsOf } from '../roles/held.service.ts';
import type { Permission } from '../roles/role.schema.ts';
import { invitation } from './invitation.rules.ts';
import type { userRoutes } from './user.routes.ts';
import type { CurrentUser, User, UserView } from './user.schema.ts';
import { userStore } from './user.store.ts';

export type UserDeps = {
  db: Database;
  clock: Clock;
  identity: Identity;
  mail: Mail;
  site: { url: string };
  permissions: readonly Permission[];
};

/** The signed-in person as the console knows them: with the rights by which it decides. */
const currentUser = async (
  db: Database,
  { tenant_id, user_id, roles }: Caller,
): Promise<CurrentUser> => {
  const [one, organisation] = await Promise.all([
    userStore(db, tenant_id).get(user_id),
    organisationStore(db, tenant_id).get(),
  ]);
  if (!one) throw notFound('user');
  const { created_at: _created, updated_at: _updated, ...shown } = one;
  return {
    ...shown,
    roles: [...roles],
    organisation: organisation?.name ?? '',
    root_users: Object.keys(organisation?.roots ?? {}),
  };
};

const viewsOf = async (db: Database, tenantId: string, users: User[]): Promise<UserView[]> => {
  const organisation = await organisationStore(db, tenantId).get();
  const defaultId = organisation?.default_role_id ?? null;
  const ids = [...new Set(users.flatMap((one) => roleIdsOf(one, defaultId)))];
  const found = await Promise.all(ids.map((id) => findRole(db, tenantId, id)));
  const names = new Map(found.flatMap((one) => (one ? [[one._id, one.name]] : [])));
  return users.map(({ tenant_id: _tenant, settings: _settings, ...shown }) => {
    const role_names = roleIdsOf(shown, defaultId).flatMap((id) => names.get(id) ?? []);
    const byDefault = shown.userType === 'SUBUSER' && shown.roles.length === 0;
    return { ...shown, role_names, ...(byDefault && { defaultRole: role_names[0] }) };
  });
};

const changedMeanwhile = () =>
  conflict('Somebody changed this user at the same moment. Look at them and try again.');

const lastRoot = () =>
  conflict('An organisation needs a ROOT user with full access. Make somebody else ROOT first.');

const usersOf = (deps: UserDeps, caller: Caller) => {
  const { tenant_id } = caller;
  const store = userStore(deps.db, tenant_id);
  const organisations = organisationStore(deps.db, tenant_id);
  const find = async (id: string): Promise<User> => {
    const found = await store.get(id);
    if (!found) throw notFound('user');
    return found;
  };
  const view = async (one: User): Promise<UserView> => {
    const [shown] = await viewsOf(deps.db, tenant_id, [one]);
    return shown ?? { ...one, role_names: [] };
  };
  const rolesFrom = async (ids: string[]) => {
    const found = await Promise.all(ids.map((id) => findRole(deps.db, tenant_id, id)));
    const missing = ids.find((_, at) => !found[at]);
    if (missing !== undefined) {
      throw badRequest('A chosen role does not exist, or it was deleted. Choose again.', {
        field: 'roles',
      });
    }
    return found.flatMap((one) => one ?? []);
  };
  const rolesThatCount = async (one: Pick<User, 'userType' | 'roles'>) => {
    const organisation = await organisations.get();
    return rolesFrom(roleIdsOf(one, organisation?.default_role_id ?? null));
  };
  const refuseGrant = async (
    before: Pick<User, 'userType' | 'roles'> | undefined,
    after: Pick<User, 'userType' | 'roles'>,
  ) => {
    const change = {
      before: before ? await rolesThatCount(before) : [],
      after: await rolesThatCount(after),
    };
    const refusal = refusalToGrant(caller, change, deps.permissions);
    if (refusal) throw refusal;
  };
  return { store, organisations, find, view, refuseGrant };
};

/** Roles belong to sub-users: ROOT may do everything, and a portal user uses the portal. */
const refuseRoles = ({ userType, roles }: Pick<User, 'userType' | 'roles'>): void => {
  if (userType === 'SUBUSER' || roles.length === 0) return;
  const who = userType === 'ROOT' ? 'ROOT users' : 'Service portal users';
  throw badRequest(`${who} have no roles.`, { field: 'roles' });
};

const isFullRoot = ({ userType, readOnly }: Pick<User, 'userType' | 'readOnly'>): boolean =>
  userType === 'ROOT' && !readOnly;

const createUser =
  (deps: UserDeps): Service<typeof userRoutes>['createUser'] =>
  async (caller, { email, password, ...input }) => {
    const { store, organisations, find, view, refuseGrant } = usersOf(deps, caller);
    refuseRoles(input);
    if (input.userType === 'ROOT' && caller.userType !== 'ROOT') {
      throw forbidden('Only a ROOT user can make somebody ROOT.');
    }
    await refuseGrant(undefined, input);
    const { tenant_id } = caller;
    const { name } = input;
    const taken = await store.get(email);
    if (taken) {
      throw conflict('A user with this e-mail address already exists.', { field: 'email' });
    }
    await deps.identity.createUser({
      email,
      name,
      tenantId: tenant_id,
      password,
      permanent: false,
    });
    const at = isoTime(deps.clock());
    await store.create({ ...input, _id: email, settings: {}, created_at: at, updated_at: at });
    if (isFullRoot(input)) await organisations.addRoot(email);
    const organisation = (await organisations.get())?.name ?? '';
    await deps.mail.send(
      invitation({ email, name, organisation, inviter: caller, site: deps.site }),
    );
    return view(await find(email));
  };

const updateUser =
  (deps: UserDeps): Service<typeof userRoutes>['updateUser'] =>
  async (caller, { user_id, password = '', ...change }) => {
    const { store, organisations, find, view } = usersOf(deps, caller);
    const before = await find(user_id);
    const roles = change.userType === 'SUBUSER' ? before.roles : [];
    const [was, is] = [isFullRoot(before), isFullRoot(change)];
    if (was && !is && !(await organisations.removeRoot(user_id))) throw lastRoot();
    const updated_at = isoTime(deps.clock());
    if (!(await store.change(before, { ...change, roles, updated_at }))) throw changedMeanwhile();
    if (is && !was) await organisations.addRoot(user_id);
    if (password !== '') await deps.identity.resetPassword(user_id, password);
    return view(await find(user_id));
  };

/** Their keys and account go with them; their record last: until then it can be tried again. */
const deleteUser =
  (deps: UserDeps): Service<typeof userRoutes>['deleteUser'] =>
  async (caller, { user_id }) => {
    const { store, organisations, find } = usersOf(deps, caller);
    const one = await find(user_id);
    if (isFullRoot(one) && !(await organisations.removeRoot(user_id))) throw lastRoot();
    const keys = apiKeyStore(deps.db, caller.tenant_id);
    for await (const { _id } of keys.ownedBy(user_id)) await keys.delete(_id);
    await deps.identity.deleteUser(user_id);
    await store.delete(user_id);
    return {};
  };

/** Calls of the users area, one function a route. */
export const userService = (deps: UserDeps): Service<typeof userRoutes> => ({
  getCurrentUser: (caller) => currentUser(deps.db, caller),

  async updateCurrentUser(caller, change) {
    const { store, find } = usersOf(deps, caller);
    const before = await find(caller.user_id);
    const settings = { ...before.settings, ...change.settings };
    const updated_at = isoTime(deps.clock());
    if (!(await store.change(before, { ...change, settings, updated_at })))
      throw changedMeanwhile();
    return currentUser(deps.db, caller);
  },

  async listUsers(caller, { number_of_items, page_number, next, regex, userType }) {
    const request = {
      number_of_items,
      ...(page_number !== undefined && { page_number }),
      ...(next !== undefined && { next }),
    };
    const page = await usersOf(deps, caller).store.page(request, { text: regex, userType });
    return { ...page, items: await viewsOf(deps.db, caller.tenant_id, page.items) };
  },

  async getUser(caller, { user_id }) {
    const { find, view } = usersOf(deps, caller);
    return view(await find(user_id));
  },

  createUser: createUser(deps),
  updateUser: updateUser(deps),
  deleteUser: deleteUser(deps),

  async assignRoles(caller, { user_id, roles }) {
    const { store, find, view, refuseGrant } = usersOf(deps, caller);
    const before = await find(user_id);
    refuseRoles({ ...before, roles });
    await refuseGrant(before, { ...before, roles });
    const updated_at = isoTime(deps.clock());
    if (!(await store.change(before, { roles, updated_at }))) throw changedMeanwhile();
    return view(await find(user_id));
  },
});
