import type { Database } from '#lib/kernel/database.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';

/** Deletes what keys somebody has; may be repeated. */
export const deleteKeysOf = async (
  db: Database,
  tenantId: string,
  userId: string,
): Promise<void> => {
  const keys = apiKeyStore(db, tenantId);
  for await (const { _id } of keys.ownedBy(userId)) await keys.delete(_id);
};
