import type { Database } from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { type Role, role } from './role.schema.ts';
import { roleTable } from './role.table.ts';

/** The custom roles of one organisation. */
export const roleStore = (db: Database, tenantId: string) => {
  const roles = entityStore(db, {
    table: roleTable,
    tenantId,
    parse: (item) => role.parse(item),
    descending: true,
  });

  return {
    /** Returns undefined also for a text that cannot be a role id. */
    async get(id: string): Promise<Role | undefined> {
      return id.startsWith('role_') ? roles.get(id) : undefined;
    },

    page: (request: PageRequest): Promise<Page<Role>> => roles.page(request, ['roles']),

    /** The names of all roles, in lower case. */
    async names(): Promise<Set<string>> {
      const names = new Set<string>();
      for await (const { name } of roles.all()) names.add(name.toLowerCase());
      return names;
    },

    underName: roles.underName,
    create: roles.create,
    change: roles.revise,
    delete: roles.delete,
  };
};
