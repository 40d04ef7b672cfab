import * as z from 'zod';

/** The rejected calls of one hour, and why the last one was rejected. */
export const refusedCalls = z.object({
  /** The start of the hour (ISO time). */
  hour: z.string(),
  /** A lower bound: the last calls of a flood may not be counted. */
  count: z.number().int(),
  last_at: z.string(),
  last_status: z.number().int(),
  last_reason: z.string(),
});
export type RefusedCalls = z.infer<typeof refusedCalls>;

/** The newest hour first; hours without rejected calls are left out. */
export const refusedCallList = z.object({ items: z.array(refusedCalls) });
