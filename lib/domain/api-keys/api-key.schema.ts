import * as z from 'zod';

/**
 * A key as stored: its secret only as a keyed hash, so that the store cannot be used to call us.
 */
export const apiKey = z.object({
  tenant_id: z.string(),
  _id: z.string(),
  name: z.string(),
  user_id: z.string(),
  secret_hash: z.string(),
  created_at: z.string(),
  /** Epoch seconds; absent never expires. */
  expires_at: z.number().optional(),
});
export type ApiKey = z.infer<typeof apiKey>;
