import * as z from 'zod';

/** A customer: the tenant that everything belongs to. `_id` is always `organisation`. */
export const organisation = z.object({
  tenant_id: z.string(),
  _id: z.literal('organisation'),
  name: z.string(),
  created_at: z.string(),
  /** What people without a role of their own have; null: nothing. */
  default_role_id: z.string().nullable().default(null),
  /**
   * ROOT users with full access, by address. Kept in this one item, so that of two who leave at the
   * same moment one stays.
   */
  roots: z.record(z.string(), z.literal(true)).default({}),
  /** When its ended runs are next looked through for those that are kept no longer. */
  retention_at: z.string().optional(),
  /** Present once the first start has made the sample listener and bot. */
  sample: z.object({ listener_id: z.string(), bot_id: z.string() }).optional(),
});
export type Organisation = z.infer<typeof organisation>;
