import { newScan } from '#lib/domain/inventory/scans/new-scan.rules.ts';
import { scanStore } from '#lib/domain/inventory/scans/scan.store.ts';
import type { InventoryType } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { type Product, tenantId } from '../deployed-product.ts';

/** A scan whose state machine has not started. */
export const createUnstartedScan = async (
  { db }: Product,
  integration_id: string,
  age = 0,
  integration_type: InventoryType = 'aws',
): Promise<string> => {
  const start = { integration_id, integration_type, alias: 'Sample' };
  const scan = newScan(start, Date.now() - age);
  await scanStore(db, tenantId).create(scan);
  return scan._id;
};
