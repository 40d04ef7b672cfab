import type { Caller } from '#lib/kernel/caller.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { noAccount } from './account.rules.ts';
import { deleteKeysOf, userKeyCalls } from './user-keys.service.ts';
import { createUser, type NewUserDeps } from './new-user.service.ts';
import { digestChange } from './mail.rules.ts';
import { refuseRoleChoice } from './role-choice.service.ts';
import { hasOwnAccount } from './own-account.service.ts';
import { isFullRoot, rootsOf } from './root.service.ts';
import { secondFactorCalls } from './second-factor.service.ts';
import { endSignIns, signOutCalls } from './sign-out.service.ts';
import type { userRoutes } from './user.routes.ts';
import type { User, UserView } from './user.schema.ts';
import { userStore } from './user.store.ts';
import { viewOfCaller, viewsOf } from './user-view.service.ts';

export type UserDeps = NewUserDeps;

const changedSinceOpened = () =>
  conflict('Somebody changed this user after you opened it. Open it again, and then change it.');

const userContext = (deps: UserDeps, { tenant_id }: Caller) => {
  const { db, clock } = deps;
  const store = userStore(db, tenant_id);
  const find = async (id: string): Promise<User> => {
    const found = await store.get(id);
    if (!found) throw notFound('user');
    return found;
  };
  return {
    store,
    roots: rootsOf(deps, tenant_id),
    find,
    /** Throws a 409 if the user has changed since the caller read it. */
    findAt: async (id: string, base_revision: number | undefined): Promise<User> => {
      const found = await find(id);
      if (base_revision !== undefined && base_revision !== found.revision)
        throw changedSinceOpened();
      return found;
    },
    /** Throws a 409 if somebody else changed the user first. */
    change: async (before: User, change: Partial<User>): Promise<User> => {
      const changed = { ...change, updated_at: isoTime(clock()) };
      if (await store.change(before, changed)) {
        return { ...before, ...changed, revision: before.revision + 1 };
      }
      throw conflict('Somebody else changed this user at the same time. Reload and try again.');
    },
    view: async (one: User): Promise<UserView> => {
      const [userView] = await viewsOf(db, tenant_id, [one]);
      return userView ?? { ...one, role_names: [] };
    },
  };
};

/** Users cannot change their own type or access, be it by mistake or on somebody's persuasion. */
const refuseOwnStanding = (
  { user_id }: Caller,
  before: User,
  after: Pick<User, 'userType' | 'readOnly'>,
): void => {
  if (before._id !== user_id) return;
  if (before.userType === after.userType && before.readOnly === after.readOnly) return;
  throw conflict('You cannot change your own user type or access. Ask another ROOT user to do it.');
};

const setPassword = async (deps: UserDeps, one: User, password: string): Promise<void> => {
  if (!(await hasOwnAccount(deps.identity, one))) throw noAccount();
  await deps.identity.resetPassword(one._id, password);
};

/** Sets the password first: if it is rejected, nothing changes and the form is sent again. */
const updateUser =
  (deps: UserDeps): Service<typeof userRoutes>['updateUser'] =>
  async (caller, { user_id, base_revision, password = '', ...input }) => {
    const { roots, findAt, change, view } = userContext(deps, caller);
    const before = await findAt(user_id, base_revision);
    refuseOwnStanding(caller, before, input);
    const [wasRoot, isRoot] = [isFullRoot(before), isFullRoot(input)];
    if (wasRoot && !isRoot) await roots.leave(user_id);
    // Before the record, when it has no effect yet: no crash leaves a ROOT user who is not listed.
    if (!wasRoot && isRoot) await roots.join(user_id);
    const settleRoots = async (error: unknown): Promise<never> => {
      if (wasRoot !== isRoot) await roots.settle(user_id);
      throw error;
    };
    if (password !== '') await setPassword(deps, before, password).catch(settleRoots);
    const typeStays = before.userType === input.userType;
    const changes = {
      ...input,
      roles: typeStays ? before.roles : [],
      // The old password may be known to others, and was valid for sign-ins until now.
      ...(password !== '' && { signed_out_at: deps.clock(), kept_session: undefined }),
    };
    const after = await change(before, changes).catch(async (error: unknown) => {
      // Sign-ins end even if the rest of the change was rejected.
      if (password !== '') await endSignIns(deps)({ tenant_id: caller.tenant_id, user_id });
      return settleRoots(error);
    });
    if (isFullRoot(after)) await roots.join(user_id);
    return view(after);
  };

/** Deletes the user's keys, account and, last, record, so that it can be repeated. */
const deleteUser =
  (deps: UserDeps): Service<typeof userRoutes>['deleteUser'] =>
  async (caller, { user_id }) => {
    const { store, roots, find } = userContext(deps, caller);
    const one = await find(user_id);
    if (user_id === caller.user_id) {
      throw conflict('You cannot delete yourself. Ask another ROOT user to do it.');
    }
    if (isFullRoot(one)) await roots.leave(user_id);
    await deleteKeysOf(deps.db, caller.tenant_id, user_id);
    if (await hasOwnAccount(deps.identity, one)) await deps.identity.deleteUser(user_id);
    await store.delete(user_id);
    // Somebody may have made the user ROOT meanwhile.
    await roots.settle(user_id);
    return {};
  };

const hasSameRoles = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Calls of the users area, one function a route. */
export const userService = (deps: UserDeps): Service<typeof userRoutes> => ({
  getCurrentUser: (caller) => viewOfCaller(deps.db, caller),

  async updateCurrentUser(caller, input) {
    const { find, change } = userContext(deps, caller);
    const user = await find(caller.user_id);
    const settings = { ...user.settings, ...input.settings };
    const digest = digestChange(user.settings, settings, deps.clock());
    await change(user, { ...input, settings, ...digest });
    return viewOfCaller(deps.db, caller);
  },

  async listUsers(caller, { number_of_items, page_number, next, regex, userType }) {
    const request = { number_of_items, page_number, next };
    const page = await userContext(deps, caller).store.page(request, { text: regex, userType });
    return { ...page, items: await viewsOf(deps.db, caller.tenant_id, page.items) };
  },

  async getUser(caller, { user_id }) {
    const { find, view } = userContext(deps, caller);
    return view(await find(user_id));
  },

  async createUser(caller, input) {
    return userContext(deps, caller).view(await createUser(deps, caller, input));
  },

  ...signOutCalls(deps),
  ...userKeyCalls(deps.db),
  ...secondFactorCalls(deps),

  updateUser: updateUser(deps),
  deleteUser: deleteUser(deps),

  async assignRoles(caller, { user_id, base_revision, roles }) {
    const { findAt, change, view } = userContext(deps, caller);
    const before = await findAt(user_id, base_revision);
    await refuseRoleChoice(deps, caller, { before, after: { ...before, roles } });
    if (hasSameRoles(before.roles, roles)) {
      throw badRequest('No changes to apply', { field: 'roles' });
    }
    return view(await change(before, { roles }));
  },
});
