import * as z from 'zod';
import { pageQuery } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { notificationKind, notificationPage, unreadNotifications } from './notification.schema.ts';

const own = { resource: 'notification', holders: 'everyone' } as const;
const read = { ...own, permission: 'read_own_notifications' } as const;
const update = { ...own, permission: 'update_own_notifications' } as const;

/** Calls about the caller's own notifications. */
export const notificationRoutes = defineRoutes({
  listNotifications: {
    method: 'GET',
    path: 'notifications',
    ...read,
    input: z.strictObject({
      ...pageQuery(),
      kind: notificationKind.optional(),
      unread_only: z.enum(['true', 'false']).optional(),
    }),
    output: notificationPage,
    audit: 'List own notifications',
  },
  countUnread: {
    method: 'GET',
    path: 'notifications/unread',
    ...read,
    input: z.strictObject({}),
    output: unreadNotifications,
    audit: 'Count own unread notifications',
  },
  markNotificationRead: {
    method: 'PUT',
    path: 'notifications/read',
    ...update,
    /** Ids that no longer exist are ignored. */
    input: z.strictObject({ ids: z.array(z.string().min(1).max(100)).min(1).max(100) }),
    output: unreadNotifications,
    audit: 'Mark own notifications as read',
  },
  markAllRead: {
    method: 'PUT',
    path: 'notifications/read_all',
    ...update,
    /** The time of the newest one that the user has seen; later ones stay unread. */
    input: z.strictObject({ until: z.iso.datetime() }),
    output: unreadNotifications,
    audit: 'Mark all own notifications as read',
  },
});
