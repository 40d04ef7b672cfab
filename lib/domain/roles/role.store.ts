import {
  type Database,
  deleteItem,
  getItem,
  putItem,
  putNewItem,
  readItems,
  type Setting,
  updateItem,
} from '#lib/kernel/database.ts';
import { readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { type Role, role } from './role.schema.ts';
import { roleTable } from './role.table.ts';

/** A name is given back after its write; this long where the writer broke down, in ms. */
const longestHold = 60_000;

/** The roles that one organisation made. */
export const roleStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question = { table: roleTable, partition: tenantId };
  const nameKey = (name: string) => ({ tenant_id: `${tenantId}#names`, _id: name.toLowerCase() });

  return {
    /** Undefined also for what is no id of a role at all. */
    async get(id: string): Promise<Role | undefined> {
      if (!id.startsWith('role_')) return undefined;
      const item = await getItem(db, roleTable, keyOf(id));
      return item && role.parse(item);
    },

    page: (request: PageRequest): Promise<Page<Role>> =>
      readPage(db, { question, request, scope: ['roles'], parse: (item) => role.parse(item) }),

    /** The names of all roles but one, in lower case. */
    async names(exceptId?: string): Promise<Set<string>> {
      const names = new Set<string>();
      for await (const item of readItems(db, question)) {
        const { _id, name } = role.parse(item);
        if (_id !== exceptId) names.add(name.toLowerCase());
      }
      return names;
    },

    /** Keeps a name from others while it is written; false where another writer has it now. */
    holdName: (name: string, now: number): Promise<boolean> =>
      putItem(
        db,
        roleTable,
        { ...nameKey(name), held_until: now + longestHold },
        {
          text: 'attribute_not_exists(#until) OR #until < :now',
          names: { '#until': 'held_until' },
          values: { ':now': now },
        },
      ),

    releaseName: (name: string): Promise<boolean> => deleteItem(db, roleTable, nameKey(name)),

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
