import * as z from 'zod';
import { inventoryQuery } from './inventory-query.schema.ts';

/** A query as it is passed to another process. */
export const tenantQuery = inventoryQuery.extend({
  tenant_id: z.string(),
  bot_exc_id: z.string().optional(),
  within_ms: z.number().int().min(1).optional(),
});
