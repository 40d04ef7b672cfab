import { type Database, getItem, putNewItem } from '#lib/kernel/database.ts';
import { type ApiKey, apiKey } from './api-key.schema.ts';
import { apiKeyTable } from './api-key.table.ts';

/** The API keys of one organisation. */
export const apiKeyStore = (db: Database, tenantId: string) => ({
  async get(id: string): Promise<ApiKey | undefined> {
    const item = await getItem(db, apiKeyTable, { tenant_id: tenantId, _id: id });
    return item && apiKey.parse(item);
  },

  create: (one: Omit<ApiKey, 'tenant_id'>): Promise<boolean> =>
    putNewItem(db, apiKeyTable, { ...one, tenant_id: tenantId }),
});
