import * as z from 'zod';

/** What the engine does around a node of any acting kind: retries, timeout, failures, cache. */
export const nodePolicy = z.strictObject({
  retries: z
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .meta({ title: 'Retries', description: 'Further attempts after a failed one.' }),
  retry_seconds: z.number().int().min(1).max(3600).default(5).meta({
    title: 'Wait before a retry',
    description: 'Seconds before the first retry.',
  }),
  backoff: z.number().min(1).max(10).default(2).meta({
    title: 'Backoff',
    description: 'Multiplies the wait after each retry, up to an hour.',
  }),
  timeout_seconds: z.number().int().min(1).max(600).optional().meta({
    title: 'Timeout',
    description: 'Seconds for one attempt.',
  }),
  on_error: z
    .enum(['stop', 'continue', 'branch'])
    .default('stop')
    .meta({
      title: 'When it fails',
      description: 'Stop fails the run; Branch adds an output named error.',
    }),
  cache_minutes: z.number().int().min(0).max(43_200).default(0).meta({
    title: 'Cache the result for',
    description: 'Minutes for which the result of the same call is reused; 0 disables the cache.',
  }),
});

export type NodePolicy = z.output<typeof nodePolicy>;
