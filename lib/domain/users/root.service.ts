import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import type { User } from './user.schema.ts';
import { userStore } from './user.store.ts';

/** Whether a user may do everything. Every organisation needs at least one such user. */
export const isFullRoot = ({ userType, readOnly }: Pick<User, 'userType' | 'readOnly'>): boolean =>
  userType === 'ROOT' && !readOnly;

const lastRoot = () =>
  conflict('An organisation needs a ROOT user with full access. Make somebody else ROOT first.');

/** Longer than any call takes (ms): what is not done by then never will be. */
const maxCallDuration = 60_000;

/**
 * The list of an organisation's ROOT users with full access, which guarantees that one of them
 * stays when several leave at the same moment. A user is removed from it before their record
 * changes, so that nobody relies on a user who is leaving, and added both before and after: an
 * entry has no effect unless the record says ROOT too, and settling a simultaneous change may
 * remove the entry.
 */
export const rootsOf = ({ db, clock }: { db: Database; clock: Clock }, tenantId: string) => {
  const organisations = organisationStore(db, tenantId);
  const users = userStore(db, tenantId);

  const isRoot = async (id: string): Promise<boolean> => {
    const one = await users.get(id);
    return one !== undefined && isFullRoot(one);
  };

  const listFirst = async (): Promise<void> => {
    const found = (await organisations.get())?.roots ?? {};
    if (Object.keys(found).length > 0) return;
    const roots: Record<string, true> = {};
    for await (const one of users.all()) if (isFullRoot(one)) roots[one._id] = true;
    await organisations.setFirstRoots(roots);
  };

  const join = async (id: string): Promise<void> => {
    await listFirst();
    await organisations.addRoot(id);
  };

  /** Whether the user is a full ROOT user and is not about to leave. */
  const isStaying = async (id: string): Promise<boolean> => {
    const one = await users.get(id);
    if (!one || !isFullRoot(one)) return false;
    return (one.leaving_at ?? 0) < clock() - maxCallDuration;
  };

  /**
   * Lists those users again whose leaving was interrupted before their record changed; returns
   * false if there are none. A user who begins to leave meanwhile is noticed after being listed, or
   * notices the entry.
   */
  const takeBack = async (): Promise<boolean> => {
    const { roots = {} } = (await organisations.get()) ?? {};
    let found = false;
    for await (const { _id } of users.all()) {
      if (Object.hasOwn(roots, _id) || !(await isStaying(_id))) continue;
      await organisations.addRoot(_id);
      if (await isStaying(_id)) found = true;
      else await organisations.forgetRoot(_id);
    }
    return found;
  };

  /** Removes a user from the list. Throws 409 if no other full ROOT user would be left. */
  const leave = async (id: string): Promise<void> => {
    await listFirst();
    await users.noteLeaving(id, clock());
    const remove = () => organisations.removeRoot(id);
    const isRemoved = (await remove()) || ((await takeBack()) && (await remove()));
    if (!isRemoved) throw lastRoot();
    const { roots = {} } = (await organisations.get()) ?? {};
    for (const otherId of Object.keys(roots)) if (await isRoot(otherId)) return;
    await organisations.addRoot(id);
    throw lastRoot();
  };

  return {
    join,
    leave,
    /** Called when a change may have failed: makes the list agree with the user's record. */
    settle: async (id: string): Promise<void> => {
      if (await isRoot(id)) await join(id);
      else await organisations.forgetRoot(id);
    },
  };
};
