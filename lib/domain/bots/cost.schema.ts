import * as z from 'zod';

/** Cost in US dollars by category. */
export const cost = z.object({
  total: z.number(),
  transitions: z.number(),
  functions: z.number(),
  database: z.number(),
  /** API requests, and facts with their queue. */
  events: z.number(),
  mails: z.number(),
});
export type Cost = z.infer<typeof cost>;

/** Maximum number of recent runs examined, and the minimum for reporting a cost. */
export const maxRunsExamined = 20;
export const minRunsForCost = 3;

/** Cost of the newest ended runs of a bot at list prices. */
export const runCosts = z.object({
  /** Number of runs examined, at most 20. */
  runs: z.number().int(),
  /** Versions of these runs, newest first. */
  versions: z.array(z.number().int()),
  /** Per run; absent if there are fewer than 3 runs. */
  costs: z.object({ median: cost, highest: cost }).optional(),
  /** Cost of models at the prices of the integrations; absent if too few runs used one. */
  models: z
    .object({
      /** Number of these runs that used a model. */
      runs: z.number().int(),
      /** Per run, in US dollars. */
      median: z.number(),
      highest: z.number(),
      /** Some answers came from a model without a known price; these are not included. */
      unpriced: z.boolean(),
      /** Median per run, input and output together; absent if no model reported them. */
      tokens: z.number().int().optional(),
    })
    .optional(),
});
export type RunCosts = z.infer<typeof runCosts>;
