import * as z from 'zod';

/** A customer: the tenant that everything belongs to. `_id` is always `organisation`. */
export const organisation = z.object({
  tenant_id: z.string(),
  _id: z.literal('organisation'),
  name: z.string(),
  created_at: z.string(),
  /** Present once the first start has made the sample listener and bot. */
  sample: z.object({ listener_id: z.string(), bot_id: z.string() }).optional(),
});
export type Organisation = z.infer<typeof organisation>;
