import {
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
import { type Credential, credential } from './credential.schema.ts';
import { credentialTable } from './credential.table.ts';

type Filter = { kind?: string | undefined; name?: string | undefined };

/** The credentials of one organisation, with their secrets sealed. */
export const credentialStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question = { table: credentialTable, partition: tenantId };

  return {
    async get(id: string): Promise<Credential | undefined> {
      const item = await getItem(db, credentialTable, keyOf(id));
      return item && credential.parse(item);
    },

    page: (request: PageRequest, { kind, name }: Filter): Promise<Page<Credential>> =>
      readPage(db, {
        question,
        request,
        scope: [kind, name],
        parse: (item) => credential.parse(item),
        accept: (one) => (!kind || one.kind === kind) && containsText(one.name, name),
      }),

    async isNameTaken(name: string, exceptId?: string): Promise<boolean> {
      for await (const item of readItems(db, question)) {
        const one = credential.parse(item);
        if (one._id !== exceptId && one.name.toLowerCase() === name.toLowerCase()) return true;
      }
      return false;
    },

    create: (one: Omit<Credential, 'tenant_id'>): Promise<boolean> =>
      putNewItem(db, credentialTable, { ...one, tenant_id: tenantId }),

    /** False where it was changed or deleted since it was read. */
    change: ({ _id, revision }: Credential, change: Partial<Credential>): Promise<boolean> => {
      const next = { ...change, revision: revision + 1 };
      const settings = Object.entries(next).map(([name, value]): Setting => [[name], value]);
      return updateItem(db, credentialTable, keyOf(_id), settings, {
        text: '#r = :r',
        names: { '#r': 'revision' },
        values: { ':r': revision },
      });
    },

    delete: (id: string): Promise<boolean> => deleteItem(db, credentialTable, keyOf(id)),
  };
};
