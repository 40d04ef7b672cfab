import * as z from 'zod';
import { pageOf } from '#lib/kernel/page.ts';
import { type NoticeKind, noticeKinds } from '../users/mail.schema.ts';
import { outcomeKind } from '../executions/outcome/outcome.schema.ts';

export const notificationKinds = noticeKinds;
export const notificationKind = z.enum(notificationKinds);
export type NotificationKind = NoticeKind;

/** Something that waits for a user or failed for them. It is not stored, but derived. */
export const notification = z.object({
  /** `kind:id` of the item it is about. */
  _id: z.string(),
  kind: notificationKind,
  title: z.string(),
  /** For a run: its outcome. */
  outcome: outcomeKind.optional(),
  /** What started the run, which distinguishes the notifications of one bot. */
  cause: z.string().optional(),
  /** What is asked, what was decided, or why the run failed; may be empty. */
  text: z.string(),
  /** When it was asked, or when the run ended (ISO time). */
  at: z.string(),
  /** The console page where the user deals with it: `/approvals/apr_…`. */
  link: z.string(),
  unread: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** A notification before its read state is added. */
export type NotificationContent = Omit<Notification, 'unread'>;

export const notificationPage = pageOf(notification);

/** `count` is the number of unread ones, up to 100; `latest` holds the last five, read or not. */
export const unreadNotifications = z.object({
  count: z.number().int(),
  latest: z.array(notification),
});
export type UnreadNotifications = z.infer<typeof unreadNotifications>;
