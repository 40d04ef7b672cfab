import * as z from 'zod';
import { inventoryType } from '../inventoried-clouds.schema.ts';

/** The number of resources that the last scan of a day found in one integration. */
export const inventoryDay = z.object({
  tenant_id: z.string(),
  /** The day (UTC), `#`, and the id of the integration. */
  _id: z.string(),
  day: z.string(),
  integration_id: z.string(),
  integration_type: inventoryType,
  resources: z.number().int(),
  gone_at: z.number(),
});
export type InventoryDay = z.infer<typeof inventoryDay>;
