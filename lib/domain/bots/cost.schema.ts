import * as z from 'zod';

/** US dollars by what they are paid for. */
export const cost = z.object({
  total: z.number(),
  transitions: z.number(),
  functions: z.number(),
  database: z.number(),
  /** Requests, facts and their queue. */
  events: z.number(),
  mails: z.number(),
});
export type Cost = z.infer<typeof cost>;

/** Runs that a bot's history is looked at for, and those that it takes at least to tell a cost. */
export const mostRuns = 20;
export const fewestRuns = 3;

/** What the newest ended runs of a bot came to, by list prices. */
export const runCosts = z.object({
  /** How many were looked at: at most 20. */
  runs: z.number().int(),
  /** The versions that they ran, newest first. */
  versions: z.array(z.number().int()),
  /** Of one run; absent where there are fewer than 3. */
  costs: z.object({ median: cost, highest: cost }).optional(),
  /** What their models cost by the prices of the integrations; absent where few asked one. */
  models: z
    .object({
      /** Those of them that asked a model. */
      runs: z.number().int(),
      /** Of one run, in US dollars. */
      median: z.number(),
      highest: z.number(),
      /** Some answers came from a model whose price nobody gave: they are not counted. */
      unpriced: z.boolean(),
      /** Of one run (median), both ways together; absent where no model told them. */
      tokens: z.number().int().optional(),
    })
    .optional(),
});
export type RunCosts = z.infer<typeof runCosts>;
