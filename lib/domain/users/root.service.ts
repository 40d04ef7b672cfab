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

/**
 * The list of an organisation's ROOT users with full access: of who leaves at the same moment, one
 * stays. Somebody leaves it before their record says so, so that who is counted on may not be going
 * already, and joins it before as well as after: names count for nobody whose record does not say
 * so, and what settles another change of theirs meanwhile takes the name out.
 */
export const rootsOf = (db: Database, tenantId: string) => {
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

  /** Refused (409) where nobody else would be left. */
  const leave = async (id: string): Promise<void> => {
    await listFirst();
    if (!(await organisations.removeRoot(id))) throw lastRoot();
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
