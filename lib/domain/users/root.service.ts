import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { conflict } from '#lib/kernel/refusal.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import type { User } from './user.schema.ts';
import { userStore } from './user.store.ts';

/** Whether somebody may do everything, and so keeps their organisation from being nobody's. */
export const isFullRoot = ({ userType, readOnly }: Pick<User, 'userType' | 'readOnly'>): boolean =>
  userType === 'ROOT' && !readOnly;

const lastRoot = () =>
  conflict('An organisation needs a ROOT user with full access. Make somebody else ROOT first.');

/** Longer than a call takes (ms): what has not been done by then never will be. */
const longestCall = 60_000;

/**
 * The list of an organisation's ROOT users with full access: of who leaves at the same moment, one
 * stays. Somebody leaves it before their record says so, so that who is counted on may not be going
 * already, and joins it before as well as after: names count for nobody whose record does not say
 * so, and what settles another change of theirs meanwhile takes the name out.
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

  /** Whether they are ROOT, and not about to leave. */
  const stays = async (id: string): Promise<boolean> => {
    const one = await users.get(id);
    if (!one || !isFullRoot(one)) return false;
    return (one.leaving_at ?? 0) < clock() - longestCall;
  };

  /**
   * Lists those again whose leaving died before their record said so; false where there are none.
   * Who begins to leave just now is seen once they are listed, or sees that they are.
   */
  const takeBack = async (): Promise<boolean> => {
    const { roots = {} } = (await organisations.get()) ?? {};
    let found = false;
    for await (const { _id } of users.all()) {
      if (Object.hasOwn(roots, _id) || !(await stays(_id))) continue;
      await organisations.addRoot(_id);
      if (await stays(_id)) found = true;
      else await organisations.forgetRoot(_id);
    }
    return found;
  };

  /** Refused (409) where nobody else would be left. */
  const leave = async (id: string): Promise<void> => {
    await listFirst();
    await users.noteLeaving(id, clock());
    const remove = () => organisations.removeRoot(id);
    const isRemoved = (await remove()) || ((await takeBack()) && (await remove()));
    if (!isRemoved) throw lastRoot();
    const { roots = {} } = (await organisations.get()) ?? {};
    for (const other of Object.keys(roots)) if (await isRoot(other)) return;
    await organisations.addRoot(id);
    throw lastRoot();
  };

  return {
    join,
    leave,
    /** Where a change may have failed: the list then says what the record says. */
    settle: async (id: string): Promise<void> => {
      if (await isRoot(id)) await join(id);
      else await organisations.forgetRoot(id);
    },
  };
};
