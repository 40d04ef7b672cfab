import * as z from 'zod';

/** How many resources have a value; the most frequent first. */
const share = z.object({ value: z.string(), count: z.number().int() });
export type Share = z.infer<typeof share>;

const named = z.object({ id: z.string(), name: z.string().optional() });
export type Named = z.infer<typeof named>;

/** What an approval would change, in numbers. */
export const impact = z.object({
  count: z.number().int(),
  /** How many the bot looked at and left out; absent where its node does not say. */
  excluded: z.number().int().optional(),
  accounts: z.array(share),
  regions: z.array(share),
  /** `name=value`, or the name alone. */
  tags: z.array(share),
  /** Against what the same node asked in the run before; absent where it is the first. */
  since_last_run: z
    .object({
      approval_id: z.string(),
      requested_on: z.string(),
      added: z.array(named),
      changed: z.array(named),
      gone: z.array(named),
      /** Names of the nodes that can run next, and could not then or would have done otherwise. */
      next_nodes: z.array(z.string()),
    })
    .optional(),
});
export type Impact = z.infer<typeof impact>;
