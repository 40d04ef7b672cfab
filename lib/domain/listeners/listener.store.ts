import { type Database, readItems } from '#lib/kernel/database.ts';
import { atRevisionOrLegacy, entityStore, existsCondition } from '#lib/kernel/entities.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { cacheUntilWritten } from '#lib/kernel/cache-until-written.ts';
import { containsText } from '#lib/kernel/text.ts';
import { type Listener, listener } from './listener.schema.ts';
import { listenerTable } from './listener.table.ts';

type Filter = { source?: string | undefined; name?: string | undefined };

/** The listeners of one organisation. */
export const listenerStore = (db: Database, tenantId: string) => {
  const listeners = entityStore(db, {
    table: listenerTable,
    tenantId,
    parse: (item) => listener.parse(item),
    descending: true,
  });

  return {
    get: listeners.get,

    exists: (id: string): Promise<boolean> =>
      cacheUntilWritten(
        db,
        [listenerTable],
        `listener ${tenantId}#${id}`,
        async () => (await listeners.get(id)) !== undefined,
      ),

    page: (request: PageRequest, { source, name }: Filter): Promise<Page<Listener>> =>
      listeners.page(
        request,
        [source, name],
        (one) =>
          (!source || one.webhook_source_integration_type === source) &&
          containsText(one.name, name),
      ),

    underName: listeners.underName,

    create: (one: Omit<Listener, 'tenant_id' | 'revision'>): Promise<boolean> =>
      listeners.create({ ...one, revision: 1 }),

    /** Stores a user's change; false if it was changed or deleted since it was read. */
    revise: (current: Listener, change: Partial<Listener>): Promise<boolean> =>
      listeners.revise(current, change, atRevisionOrLegacy(current.revision)),

    /** Stores what the listener learns; open forms of it can still be saved. */
    change: (id: string, change: Partial<Listener>): Promise<boolean> =>
      listeners.change(id, change, existsCondition),

    /** Returns false if another secret replaced the one that was read. */
    changeSecret: (
      { _id, sealed_secret }: Pick<Listener, '_id' | 'sealed_secret'>,
      change: Partial<Listener>,
    ): Promise<boolean> =>
      listeners.change(_id, change, {
        text: '#s = :s',
        names: { '#s': 'sealed_secret' },
        values: { ':s': sealed_secret },
      }),

    delete: listeners.delete,
  };
};

/** How often listeners were written; always 0 where other processes write them too. */
export const listenerWrites = (db: Database): number => db.writesOf?.(listenerTable) ?? 0;

/**
 * Finds the listener of a webhook address. This is the only query without a tenant: the address
 * holds just the listener's id, and the result tells which tenant it belongs to. An incomplete
 * record counts as not found.
 */
export const findListener = async (db: Database, id: string): Promise<Listener | undefined> => {
  const question = { table: listenerTable, index: 'by_id', partition: id };
  for await (const item of readItems(db, question)) return listener.safeParse(item).data;
  return undefined;
};
