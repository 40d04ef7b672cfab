import { type Database, deleteItem, getItem, putNewItem, readItems } from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import { type AcceptItem, readPage } from '#lib/kernel/lists.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { type ApiKey, apiKey } from './api-key.schema.ts';
import { apiKeyTable } from './api-key.table.ts';

/** How many seconds an expired key stays visible to its owner. */
const expiredShownSeconds = 90 * 24 * 3600;

/** The API keys of one organisation. */
export const apiKeyStore = (db: Database, tenantId: string) => {
  const keyOf = (id: string) => ({ tenant_id: tenantId, _id: id });
  const ownerOf = (userId: string) => `${tenantId}#${userId}`;
  const ownedBy = (userId: string) => ({
    table: apiKeyTable,
    index: 'by_owner',
    partition: ownerOf(userId),
    descending: true,
  });

  /** Creates a key that is listed for `owner`, who need not be its creator. */
  const createFor = (
    owner: string,
    one: Omit<ApiKey, 'tenant_id' | 'entity_type'> & Partial<Pick<ApiKey, 'entity_type'>>,
  ): Promise<boolean> =>
    putNewItem(db, apiKeyTable, {
      ...one,
      tenant_id: tenantId,
      owner_key: ownerOf(owner),
      ...(one.expires_at !== undefined && { gone_at: one.expires_at + expiredShownSeconds }),
    });

  return {
    async get(id: string): Promise<ApiKey | undefined> {
      const item = await getItem(db, apiKeyTable, keyOf(id));
      return item && apiKey.parse(item);
    },

    /** The keys of one user, newest first; `scope` identifies the filter `accept`. */
    page: (
      userId: string,
      request: PageRequest,
      { scope, accept }: { scope: readonly unknown[]; accept: AcceptItem<ApiKey> },
    ): Promise<Page<ApiKey>> =>
      readPage(db, {
        question: ownedBy(userId),
        request,
        scope,
        parse: (item) => apiKey.parse(item),
        accept,
      }),

    async *ownedBy(userId: string): AsyncGenerator<ApiKey> {
      for await (const item of readItems(db, ownedBy(userId))) yield apiKey.parse(item);
    },

    /**
     * Names and the limit apply to each user separately. Keys are read from the table itself, since
     * its index does not yet show what was written just before.
     */
    underName: (userId: string) =>
      entityStore<ApiKey>(db, {
        table: apiKeyTable,
        tenantId,
        parse: (item) => apiKey.parse(item),
        owned: {
          by: userId,
          includes: ({ user_id, entity_type }) => user_id === userId && entity_type === 'user',
        },
      }).underName,

    create: (one: Omit<ApiKey, 'tenant_id' | 'entity_type'>): Promise<boolean> =>
      createFor(one.user_id, one),

    createFor,

    delete: (id: string): Promise<boolean> => deleteItem(db, apiKeyTable, keyOf(id)),
  };
};
