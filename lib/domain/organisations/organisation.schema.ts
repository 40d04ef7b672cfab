import * as z from 'zod';

/** A customer: the tenant that owns everything else. `_id` is always `organisation`. */
export const organisation = z.object({
  tenant_id: z.string(),
  _id: z.literal('organisation'),
  name: z.string(),
  created_at: z.string(),
  /** The role of users without a role of their own; null: they have no rights. */
  default_role_id: z.string().nullable().default(null),
  /**
   * ROOT users with full access, by address. They are kept in one item, so that one of two stays
   * who leave at the same moment.
   */
  roots: z.record(z.string(), z.literal(true)).default({}),
  /** When its ended runs are next checked against the retention time (ISO time). */
  retention_at: z.string().optional(),
  /** Present once the first start has created the sample listener and bot. */
  sample: z.object({ listener_id: z.string(), bot_id: z.string() }).optional(),
});
export type Organisation = z.infer<typeof organisation>;
