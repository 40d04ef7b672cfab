import { type Database, deleteItem, putItem } from '#lib/kernel/database.ts';
import { entities } from '#lib/kernel/entities.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { type Role, role } from './role.schema.ts';
import { roleTable } from './role.table.ts';

/** A name is given back after its write; this long where the writer broke down, in ms. */
const longestHold = 60_000;

/** The roles that one organisation made. */
export const roleStore = (db: Database, tenantId: string) => {
  const roles = entities(db, { table: roleTable, tenantId, parse: (item) => role.parse(item) });
  const nameKey = (name: string) => ({ tenant_id: `${tenantId}#names`, _id: name.toLowerCase() });

  return {
    /** Undefined also for what is no id of a role at all. */
    async get(id: string): Promise<Role | undefined> {
      return id.startsWith('role_') ? roles.get(id) : undefined;
    },

    page: (request: PageRequest): Promise<Page<Role>> => roles.page(request, ['roles']),

    /** The names of all roles but one, in lower case. */
    async names(exceptId?: string): Promise<Set<string>> {
      const names = new Set<string>();
      for await (const { _id, name } of roles.all()) {
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

    create: roles.create,
    change: roles.revise,
    delete: roles.delete,
  };
};
