import type { Database } from '#lib/kernel/database.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { viewOfKey } from '../api-keys/api-key.rules.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import type { userRoutes } from './user.routes.ts';
import { userStore } from './user.store.ts';

/** Deletes all API keys of a user and returns their names; may be repeated. */
export const deleteKeysOf = async (
  db: Database,
  tenantId: string,
  userId: string,
): Promise<string[]> => {
  const keys = apiKeyStore(db, tenantId);
  const names: string[] = [];
  for await (const { _id, name } of keys.ownedBy(userId)) {
    if (await keys.delete(_id)) names.push(name);
  }
  return names;
};

/** The calls about another user's API keys, which otherwise only their owner could delete. */
export const userKeyCalls = (
  db: Database,
): Pick<Service<typeof userRoutes>, 'listUserApiKeys' | 'deleteUserApiKeys'> => {
  const find = async (tenantId: string, userId: string): Promise<void> => {
    if (!(await userStore(db, tenantId).get(userId))) throw notFound('user');
  };
  return {
    async listUserApiKeys({ tenant_id }, { user_id, ...request }) {
      await find(tenant_id, user_id);
      const everyOne = { scope: [], accept: () => true };
      const page = await apiKeyStore(db, tenant_id).page(user_id, request, everyOne);
      return { ...page, items: page.items.map(viewOfKey) };
    },

    async deleteUserApiKeys({ tenant_id }, { user_id }) {
      await find(tenant_id, user_id);
      return { deleted: await deleteKeysOf(db, tenant_id, user_id) };
    },
  };
};
