import { type Database, getItem, putNewItem } from '#lib/kernel/database.ts';
import { type User, user } from './user.schema.ts';
import { userTable } from './user.table.ts';

/** The people of one organisation, by e-mail address. */
export const userStore = (db: Database, tenantId: string) => ({
  async get(id: string): Promise<User | undefined> {
    const item = await getItem(db, userTable, { tenant_id: tenantId, _id: id });
    return item && user.parse(item);
  },

  create: (one: Omit<User, 'tenant_id'>): Promise<boolean> =>
    putNewItem(db, userTable, { ...one, tenant_id: tenantId }),
});
