import { type Database, readItems } from '#lib/kernel/database.ts';
import { atRevisionOrLegacy, entityStore, existsCondition } from '#lib/kernel/entities.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { containsText } from '#lib/kernel/text.ts';
import { type User, user, type UserType } from './user.schema.ts';
import { userTable } from './user.table.ts';

type Filter = { text?: string | undefined; userType?: UserType | undefined };

/** The users of one organisation, by e-mail address. */
export const userStore = (db: Database, tenantId: string) => {
  const users = entityStore(db, { table: userTable, tenantId, parse: (item) => user.parse(item) });

  return {
    get: users.get,

    page: (request: PageRequest, { text, userType }: Filter): Promise<Page<User>> =>
      users.page(
        request,
        [text, userType],
        (one) =>
          (!userType || one.userType === userType) &&
          (containsText(one.name, text) || containsText(one._id, text)),
      ),

    all: users.all,

    create: (one: Omit<User, 'tenant_id' | 'revision'>): Promise<boolean> =>
      users.create({ ...one, revision: 1 }),

    /** Returns false if the user was changed or deleted since it was read. */
    change: (current: User, change: Partial<User>): Promise<boolean> =>
      users.revise(current, change, atRevisionOrLegacy(current.revision)),

    noteLeaving: (id: string, leaving_at: number): Promise<boolean> =>
      users.change(id, { leaving_at }, existsCondition),

    /** Claims the due digest and schedules the next; false if another process has claimed it. */
    takeDigest: (id: string, { due, next }: { due: string; next: string }): Promise<boolean> =>
      users.change(
        id,
        { digest_at: next },
        { text: '#at = :due', names: { '#at': 'digest_at' }, values: { ':due': due } },
      ),

    delete: users.delete,
  };
};

/** All users of an organisation, for areas that must not import this one. */
export const usersIn = (db: Database) => (tenantId: string) => userStore(db, tenantId).all();

/** Users of all organisations whose digest is due (`now`: ISO time), the oldest first. */
export async function* dueDigests(db: Database, now: string): AsyncGenerator<User> {
  const between = ['', now] as const;
  const question = { table: userTable, index: 'digest', partition: 'daily', between };
  for await (const item of readItems(db, question)) yield user.parse(item);
}
