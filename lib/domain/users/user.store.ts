import {
  type Condition,
  type Database,
  deleteItem,
  getItem,
  putNewItem,
  readItems,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import { containsText, readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { type User, user, type UserType } from './user.schema.ts';
import { userTable } from './user.table.ts';

/** Release 0.1.0 wrote no revision; such a record counts as its first. */
const unchanged = (revision: number): Condition => ({
  text:
    revision === 1
      ? 'attribute_exists(#id) AND (attribute_not_exists(#r) OR #r = :r)'
      : 'attribute_exists(#id) AND #r = :r',
  names: { '#id': '_id', '#r': 'revision' },
  values: { ':r': revision },
});

type Filter = { text?: string | undefined; userType?: UserType | undefined };

/** The people of one organisation, by e-mail address. */
export const userStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question = { table: userTable, partition: tenantId };

  return {
    async get(id: string): Promise<User | undefined> {
      const item = await getItem(db, userTable, keyOf(id));
      return item && user.parse(item);
    },

    page: (request: PageRequest, { text, userType }: Filter): Promise<Page<User>> =>
      readPage(db, {
        question,
        request,
        scope: [text, userType],
        parse: (item) => user.parse(item),
        accept: (one) =>
          (!userType || one.userType === userType) &&
          (containsText(one.name, text) || containsText(one._id, text)),
      }),

    async *all(): AsyncGenerator<User> {
      for await (const item of readItems(db, question)) yield user.parse(item);
    },

    create: (one: Omit<User, 'tenant_id' | 'revision'>): Promise<boolean> =>
      putNewItem(db, userTable, { ...one, tenant_id: tenantId, revision: 1 }),

    /** False where they were changed or deleted since they were read. */
    change: ({ _id, revision }: User, change: Partial<User>): Promise<boolean> => {
      const settings = Object.entries(change).map(([name, value]): Setting => [[name], value]);
      const next: Setting = [['revision'], revision + 1];
      return updateItem(db, userTable, keyOf(_id), [...settings, next], unchanged(revision));
    },

    delete: (id: string): Promise<boolean> => deleteItem(db, userTable, keyOf(id)),
  };
};
