import type { Database } from '#lib/kernel/database.ts';
import { accountServiceOf } from './aws/account-services.schema.ts';
import { integrationStore } from './integration.store.ts';

/**
 * An integration, and those that act with its role: who asks what works with an AWS account means
 * them too.
 */
export const actingWith = async (
  db: Database,
  tenantId: string,
  accountId: string,
): Promise<string[]> => {
  const store = integrationStore(db, tenantId);
  const ids = [accountId];
  // Only accounts of AWS have a role, and most lists ask for something else.
  if ((await store.get(accountId))?.cspName !== 'aws') return ids;
  for await (const { _id, cspName, values } of store.all()) {
    if (accountServiceOf(cspName) && values.aws_account === accountId) ids.push(_id);
  }
  return ids;
};
