import type { Database } from '#lib/kernel/database.ts';
import { badRequest, notFound } from '#lib/kernel/refusal.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { type InventoryType, inventoryType } from '../inventoried-clouds.schema.ts';

/** An integration whose resources the inventory can collect. */
export type Scannable = Integration & { cspName: InventoryType };

export const isScannable = (one: Integration): one is Scannable =>
  inventoryType.safeParse(one.cspName).success;

/** The integration, if it can be scanned; throws a `Refusal` otherwise. */
export const findScannable = async (
  db: Database,
  tenantId: string,
  id: string,
): Promise<Scannable> => {
  const found = await integrationStore(db, tenantId).get(id);
  if (!found) throw notFound('integration', { field: 'integration_id' });
  if (isScannable(found)) return found;
  const message = `"${found.alias}" has no inventory: it is not AWS, Azure, GCP or Kubernetes.`;
  throw badRequest(message, { field: 'integration_id' });
};
