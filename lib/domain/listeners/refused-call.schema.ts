import * as z from 'zod';

/** The calls of one hour that were refused, and why the last one was. */
export const refusedCalls = z.object({
  /** The beginning of the hour (ISO time). */
  hour: z.string(),
  /** At least so many: of a flood of calls the last ones may be missing. */
  count: z.number().int(),
  last_at: z.string(),
  last_status: z.number().int(),
  last_reason: z.string(),
});
export type RefusedCalls = z.infer<typeof refusedCalls>;

/** The newest hour first; hours without such a call are left out. */
export const refusedCallList = z.object({ items: z.array(refusedCalls) });
