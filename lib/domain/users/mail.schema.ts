import * as z from 'zod';

/**
 * What people are told of, in the console and by mail. What belongs to the security of their
 * account (invitations, codes and passwords) is no kind: it is always mailed.
 */
export const toldKinds = [
  'approval',
  'user_input',
  'agent_question',
  'run_decided',
  'run_failed',
  'integration_failed',
] as const;
export const toldKind = z.enum(toldKinds, `Choose among: ${toldKinds.join(', ')}.`);
export type ToldKind = z.infer<typeof toldKind>;

/** How somebody wants to be told; what is absent is as for somebody who has chosen nothing. */
export const mailSettings = {
  /** `none`: in the console alone. */
  notify_by: z.enum(['mail', 'none'], 'Choose mail or none.').optional(),
  /** Of what there is no mail at once; of a kind that comes later there is. */
  not_mailed: z
    .array(toldKind)
    .max(toldKinds.length, 'Name each kind once.')
    .refine((kinds) => new Set(kinds).size === kinds.length, 'Name each kind once.')
    .optional(),
  /** One mail a day of what waits and what failed, where there is anything. */
  daily_digest: z.boolean('Say true or false.').optional(),
};
