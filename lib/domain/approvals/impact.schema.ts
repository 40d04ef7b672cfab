import * as z from 'zod';

/** How many resources have a value; lists of shares begin with the most frequent one. */
const share = z.object({ value: z.string(), count: z.number().int() });
export type Share = z.infer<typeof share>;

const namedResource = z.object({ id: z.string(), name: z.string().optional() });
export type NamedResource = z.infer<typeof namedResource>;

/** The impact of an approval, in numbers. */
export const impact = z.object({
  count: z.number().int(),
  /** How many resources the bot examined and left out; absent where its node does not say. */
  excluded: z.number().int().optional(),
  accounts: z.array(share),
  regions: z.array(share),
  /** `name=value`, or the name alone. */
  tags: z.array(share),
  /** The differences from the same node's previous approval; absent for the first one. */
  since_last_run: z
    .object({
      approval_id: z.string(),
      requested_on: z.string(),
      added: z.array(namedResource),
      changed: z.array(namedResource),
      gone: z.array(namedResource),
      /** Names of the next nodes that could not run then, or would have done something else. */
      next_nodes: z.array(z.string()),
    })
    .optional(),
});
export type Impact = z.infer<typeof impact>;
