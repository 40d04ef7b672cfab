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
import { type Listener, listener } from './listener.schema.ts';
import { listenerTable } from './listener.table.ts';

type Filter = { source?: string | undefined; name?: string | undefined };

const exists = { text: 'attribute_exists(#id)', names: { '#id': '_id' } };

/** The listeners of one organisation. */
export const listenerStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const question = { table: listenerTable, partition: tenantId };

  return {
    async get(id: string): Promise<Listener | undefined> {
      const item = await getItem(db, listenerTable, keyOf(id));
      return item && listener.parse(item);
    },

    page: (request: PageRequest, { source, name }: Filter): Promise<Page<Listener>> =>
      readPage(db, {
        question,
        request,
        scope: [source, name],
        parse: (item) => listener.parse(item),
        accept: (one) =>
          (!source || one.webhook_source_integration_type === source) &&
          containsText(one.name, name),
      }),

    async isNameTaken(name: string): Promise<boolean> {
      for await (const item of readItems(db, question)) {
        if (listener.parse(item).name.toLowerCase() === name.toLowerCase()) return true;
      }
      return false;
    },

    create: (one: Omit<Listener, 'tenant_id'>): Promise<boolean> =>
      putNewItem(db, listenerTable, { ...one, tenant_id: tenantId }),

    change: (id: string, change: Partial<Listener>): Promise<boolean> => {
      const settings = Object.entries(change).map(([name, value]): Setting => [[name], value]);
      return updateItem(db, listenerTable, keyOf(id), settings, exists);
    },

    delete: (id: string): Promise<boolean> => deleteItem(db, listenerTable, keyOf(id)),
  };
};

export type ListenerStore = ReturnType<typeof listenerStore>;

/**
 * The listener of a webhook address. The only question asked without a tenant: the address names
 * nothing else, and the answer tells whose it is. A half-made one counts as none (security design,
 * W3).
 */
export const findListener = async (db: Database, id: string): Promise<Listener | undefined> => {
  const question = { table: listenerTable, index: 'by_id', partition: id };
  for await (const item of readItems(db, question)) return listener.safeParse(item).data;
  return undefined;
};
