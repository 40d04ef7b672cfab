import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import { forbidden, Refusal } from '#lib/kernel/refusal.ts';
import type { Identity } from '#lib/ports/identity.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { deleteKeysOf } from './user-keys.service.ts';
import { countMail } from '../organisations/mail-count.service.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import type { AllPermissions } from '../roles/impact.service.ts';
import { addressTaken } from './account.rules.ts';
import { invitation } from './invitation.rules.ts';
import { refuseRoleChoice } from './role-choice.service.ts';
import { isFullRoot, rootsOf } from './root.service.ts';
import type { NewUser, User } from './user.schema.ts';
import { userStore } from './user.store.ts';

export type NewUserDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  identity: Identity;
  mail: Mail;
  site: { url: string };
  permissions: AllPermissions;
};

type Account = { sub: string; isNew: boolean };

/**
 * Opens the account of a new user, or finds one of this organisation that has no user record: a
 * creation that was interrupted between the two leaves such an account. Throws 409 if the address
 * is taken otherwise.
 */
const ensureAccount = async (
  { identity }: NewUserDeps,
  tenantId: string,
  { email, name, password }: NewUser,
): Promise<Account> => {
  try {
    const created = await identity.createUser({
      email,
      name,
      tenantId,
      password,
      permanent: false,
    });
    return { ...created, isNew: true };
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) throw error;
    const found = await identity.findUser(email);
    if (found?.tenantId !== tenantId) throw error;
    return { sub: found.sub, isNew: false };
  }
};

/** Mails the invitation. A failure is only logged: the user can be told in another way. */
const invite = async (deps: NewUserDeps, caller: Caller, { _id: email, name }: User) => {
  const organisation = (await organisationStore(deps.db, caller.tenant_id).get())?.name ?? '';
  const { log, mail, site } = deps;
  try {
    await mail.send(invitation({ email, name, organisation, inviter: caller, site }));
  } catch (error) {
    const { tenant_id } = caller;
    log.error('An invitation could not be mailed.', { area: 'users', tenant_id, error });
  }
};

/**
 * Creates a user: first the account, because the pool decides who owns an address across all
 * organisations; then the record, which only one caller can write. An account without a record
 * gives no access, so that an interrupted creation can simply be repeated: the record decides
 * again, and only the caller who wrote it sets the password of an account that existed before.
 */
export const createUser = async (
  deps: NewUserDeps,
  caller: Caller,
  input: NewUser,
): Promise<User> => {
  const { tenant_id } = caller;
  const { email: _id, password, ...details } = input;
  if (input.userType === 'ROOT' && caller.userType !== 'ROOT') {
    throw forbidden('Only a ROOT user can make somebody ROOT.');
  }
  await refuseRoleChoice(deps, caller, { after: input });
  const store = userStore(deps.db, tenant_id);
  if (await store.get(_id)) throw addressTaken();
  await countMail(deps, tenant_id, 'invitations');
  const { sub, isNew } = await ensureAccount(deps, tenant_id, input);
  // The new user would inherit keys left by an earlier owner of the address.
  await deleteKeysOf(deps.db, tenant_id, _id);
  const at = isoTime(deps.clock());
  const record = { ...details, _id, sub, settings: {}, created_at: at, updated_at: at };
  const roots = rootsOf(deps, tenant_id);
  // Before the record: without one the entry has no effect, and is repeated with the creation.
  if (isFullRoot(input)) await roots.join(_id);
  if (!(await store.create(record))) {
    if (isFullRoot(input)) await roots.settle(_id);
    throw addressTaken();
  }
  if (!isNew) await deps.identity.resetPassword(_id, password);
  const user: User = { ...record, tenant_id, revision: 1 };
  await invite(deps, caller, user);
  return user;
};
