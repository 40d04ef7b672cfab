import * as z from 'zod';

/**
 * What people are notified about, in the console and by mail. Messages about account security
 * (invitations, codes and passwords) are not listed here: they are always mailed.
 */
export const noticeKinds = [
  'approval',
  'user_input',
  'agent_question',
  'run_decided',
  'run_failed',
  'integration_failed',
] as const;
export const noticeKind = z.enum(noticeKinds, `Choose one of ${noticeKinds.join(', ')}.`);
export type NoticeKind = z.infer<typeof noticeKind>;

/** How a user wants to be notified; an absent setting has its default. */
export const mailSettings = {
  /** `none`: only in the console. */
  notify_by: z.enum(['mail', 'none'], 'Choose mail or none.').optional(),
  /** Kinds that are not mailed at once; kinds that the product adds later are mailed. */
  not_mailed: z
    .array(noticeKind)
    .max(noticeKinds.length, 'List each kind only once.')
    .refine((kinds) => new Set(kinds).size === kinds.length, 'List each kind only once.')
    .optional(),
  /** One mail a day about what waits and what failed, if there is anything. */
  daily_digest: z.boolean('It has to be true or false.').optional(),
};
