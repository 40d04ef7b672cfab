import * as z from 'zod';

/** What people decide when a run asks them; `expired`: nobody answered in time. */
export const decisionKinds = ['approved', 'partly_approved', 'rejected', 'expired'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** The decision at a node that asks people, in a lane, or in a whole run. */
export const decision = z.object({
  kind: z.enum(decisionKinds),
  /** How many of the `asked` were approved: resources, or requests that name no resources. */
  approved: z.number().int(),
  asked: z.number().int(),
  /** What is counted; absent if both are. */
  of: z.enum(['resources', 'requests']).optional(),
  /** Names of the people who decided. */
  by: z.array(z.string()),
  /** The comment of one of them. */
  message: z.string().optional(),
});
export type Decision = z.infer<typeof decision>;

/** The outcome of a run, in addition to its state. */
export const outcomeKinds = [...decisionKinds, 'failed'] as const;
export const outcomeKind = z.enum(outcomeKinds);
export type OutcomeKind = z.infer<typeof outcomeKind>;
