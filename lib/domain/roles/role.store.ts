import {
  type Database,
  deleteItem,
  getItem,
  putNewItem,
  readItems,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import { readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { type Role, role } from './role.schema.ts';
import { roleTable } from './role.table.ts';

/** The roles that one organisation made. */
export const roleStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question = { table: roleTable, partition: tenantId };

  return {
    async get(id: string): Promise<Role | undefined> {
      const item = await getItem(db, roleTable, keyOf(id));
      return item && role.parse(item);
    },

    page: (request: PageRequest): Promise<Page<Role>> =>
      readPage(db, { question, request, scope: ['roles'], parse: (item) => role.parse(item) }),

    async isNameTaken(name: string, exceptId?: string): Promise<boolean> {
      for await (const item of readItems(db, question)) {
        const one = role.parse(item);
        if (one._id !== exceptId && one.name.toLowerCase() === name.toLowerCase()) return true;
      }
      return false;
    },

    create: (one: Omit<Role, 'tenant_id'>): Promise<boolean> =>
      putNewItem(db, roleTable, { ...one, tenant_id: tenantId }),

    /** False where it was changed or deleted since it was read. */
    change: ({ _id, revision }: Role, change: Partial<Role>): Promise<boolean> => {
      const next = { ...change, revision: revision + 1 };
      const settings = Object.entries(next).map(([name, value]): Setting => [[name], value]);
      return updateItem(db, roleTable, keyOf(_id), settings, {
        text: '#r = :r',
        names: { '#r': 'revision' },
        values: { ':r': revision },
      });
    },

    delete: (id: string): Promise<boolean> => deleteItem(db, roleTable, keyOf(id)),
  };
};
