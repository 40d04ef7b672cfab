import * as z from 'zod';
import { findingStatuses } from '../rule.schema.ts';

/** The result of a rule for one resource. */
export const finding = z.object({
  resource: z.string(),
  status: z.enum(findingStatuses),
  reason: z.string(),
  /** Empty if the resource has none. */
  region: z.string(),
  account_id: z.string(),
  /** When the scan began since which each scan had this result for the resource. */
  first_seen: z.string(),
  /** The last scan that found it. */
  last_seen: z.string(),
  /** For findings that require work, if the resource has tags: exceptions may name one. */
  tags: z.record(z.string(), z.string()).optional(),
  /** Why bots are not notified of an alarm yet: it is accepted, or less was read than before. */
  untold: z.enum(['accepted', 'unread']).optional(),
});
export type Finding = z.infer<typeof finding>;

/** The number of resources with each status, for one or several rules. */
export const statusCounts = z.record(z.enum(findingStatuses), z.number().int());
export type StatusCounts = z.infer<typeof statusCounts>;
