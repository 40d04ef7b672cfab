import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { email, type Product, tenantId } from '../deployed-product.ts';

/** The id of an integration that was set up some time ago. */
export const storeIntegration = async (
  { db }: Product,
  cspName: string,
  values: Integration['values'],
  alias = 'Account',
): Promise<string> => {
  const _id = timedId('int', Date.now());
  const at = new Date().toISOString();
  await integrationStore(db, tenantId).create({
    _id,
    alias,
    cspName,
    groups: ['Tests'],
    values,
    secret_names: [],
    hosts: [],
    integrationState: 'ACTIVE',
    revision: 1,
    userId: email,
    createdAt: at,
    updatedAt: at,
  });
  return _id;
};
