import * as z from 'zod';
import { findingStatuses } from '../rule.schema.ts';

/** What a rule says of one resource. */
export const finding = z.object({
  resource: z.string(),
  status: z.enum(findingStatuses),
  reason: z.string(),
  /** Empty where the resource has none. */
  region: z.string(),
  account_id: z.string(),
  /** The scan (when it began) since which the rule says so of the resource at each scan. */
  first_seen: z.string(),
  /** The last scan that found it. */
  last_seen: z.string(),
  /** Of a finding that asks for work, where the resource has any: exceptions may name one. */
  tags: z.record(z.string(), z.string()).optional(),
  /** An alarm that bots are not told of yet: it is accepted, or less was read than before. */
  untold: z.enum(['accepted', 'unread']).optional(),
});
export type Finding = z.infer<typeof finding>;

/** How many resources a rule, or several, say each status of. */
export const statusCounts = z.record(z.enum(findingStatuses), z.number().int());
export type StatusCounts = z.infer<typeof statusCounts>;
