import type { Database } from '#lib/kernel/database.ts';
import { accountServiceOf } from './aws/account-services.schema.ts';
import { integrationStore } from './integration.store.ts';

/**
 * The ids of an integration and of those that use its role: a search for whatever works with an AWS
 * account includes them.
 */
export const idsUsingRoleOf = async (
  db: Database,
  tenantId: string,
  accountId: string,
): Promise<string[]> => {
  const store = integrationStore(db, tenantId);
  const ids = [accountId];
  // Only AWS accounts have a role, and most searches are for other types.
  if ((await store.get(accountId))?.cspName !== 'aws') return ids;
  for await (const { _id, cspName, values } of store.all()) {
    if (accountServiceOf(cspName) && values.aws_account === accountId) ids.push(_id);
  }
  return ids;
};
