import * as z from 'zod';
import { inventoryType } from '../inventoried-clouds.schema.ts';

/** How many resources the last scan of a day found at one integration. */
export const inventoryDay = z.object({
  tenant_id: z.string(),
  /** The day (UTC), `#`, and the integration's id. */
  _id: z.string(),
  day: z.string(),
  integration_id: z.string(),
  integration_type: inventoryType,
  resources: z.number().int(),
  gone_at: z.number(),
});
export type InventoryDay = z.infer<typeof inventoryDay>;
