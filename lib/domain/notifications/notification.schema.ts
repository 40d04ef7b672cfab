import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';
import { type ToldKind, toldKinds } from '../users/mail.schema.ts';
import { outcomeKind } from '../executions/outcome/outcome.schema.ts';

export const notificationKinds = toldKinds;
export const notificationKind = z.enum(notificationKinds);
export type NotificationKind = ToldKind;

/** Something that waits for somebody, or went wrong for them. It is not stored: it follows. */
export const notification = z.object({
  /** `kind:id` of what it is about. */
  _id: z.string(),
  kind: notificationKind,
  title: z.string(),
  /** Of a run: what became of it. */
  outcome: outcomeKind.optional(),
  /** What started the run: it tells one of a bot's notifications from the others. */
  cause: z.string().optional(),
  /** What is asked, what was decided, or why the run failed; may be empty. */
  text: z.string(),
  /** When it was asked, or when the run ended. */
  at: z.string(),
  /** Where in the console it is looked after: `/approvals/apr_…`. */
  link: z.string(),
  unread: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** A notification before it is told whether somebody has read it. */
export type Told = Omit<Notification, 'unread'>;

export const notificationPage = pageOf(notification);

/** Of those that are unread, `count` goes up to 100; the latest are five, read or not. */
export const unreadNotifications = z.object({
  count: z.number().int(),
  latest: z.array(notification),
});
export type UnreadNotifications = z.infer<typeof unreadNotifications>;
