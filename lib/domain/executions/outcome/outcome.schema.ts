import * as z from 'zod';

/** What people decide where a run asks them; `expired`: nobody answered in time. */
export const decisionKinds = ['approved', 'partly_approved', 'rejected', 'expired'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** What was decided at a node that asks, in a lane, or in a whole run. */
export const decision = z.object({
  kind: z.enum(decisionKinds),
  /** Of what was asked about so much was approved: resources, or requests that are about none. */
  approved: z.number().int(),
  asked: z.number().int(),
  /** What is counted; absent where it is both. */
  of: z.enum(['resources', 'requests']).optional(),
  /** The people whose decision this is. */
  by: z.array(z.string()),
  /** What one of them said to it. */
  message: z.string().optional(),
});
export type Decision = z.infer<typeof decision>;

/** What became of a run, beside its state. */
export const outcomeKinds = [...decisionKinds, 'failed'] as const;
export const outcomeKind = z.enum(outcomeKinds);
export type OutcomeKind = z.infer<typeof outcomeKind>;
