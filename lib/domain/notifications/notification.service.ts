import type { Caller } from '#lib/kernel/caller.ts';
import { slicePage } from '#lib/kernel/lists.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { notificationRoutes } from './notification.routes.ts';
import type { NotificationContent, UnreadNotifications } from './notification.schema.ts';
import { markRead, markReadUntil, noMarks, type ReadMarks, withMarks } from './read-mark.rules.ts';
import { readMarkStore } from './read-mark.store.ts';
import { findNotifications, type NotificationDeps } from './current-notifications.service.ts';

const maxUnreadCounted = 100;
const latestShown = 5;

const unreadOf = (
  marks: ReadMarks,
  notifications: readonly NotificationContent[],
): UnreadNotifications => {
  const all = withMarks(marks, notifications);
  const unread = all.filter((one) => one.unread).length;
  return { count: Math.min(unread, maxUnreadCounted), latest: all.slice(0, latestShown) };
};

/** Changes what the caller has read; simultaneous changes are all applied. */
const changeMarks = async (
  deps: NotificationDeps,
  caller: Caller,
  change: (marks: ReadMarks, notifications: readonly NotificationContent[]) => ReadMarks,
): Promise<UnreadNotifications> => {
  const store = readMarkStore(deps.db, caller.tenant_id);
  const notifications = await findNotifications(deps, caller);
  for (;;) {
    const previous = await store.get(caller.user_id);
    const { read_at, ids } = change(previous ?? noMarks, notifications);
    const marks = { read_at, ids };
    if (await store.put(caller.user_id, marks, previous)) return unreadOf(marks, notifications);
  }
};

/** Calls about the caller's own notifications, one function a route. */
export const notificationService = (deps: NotificationDeps): Service<typeof notificationRoutes> => {
  const marksOf = async ({ tenant_id, user_id }: Caller): Promise<ReadMarks> =>
    (await readMarkStore(deps.db, tenant_id).get(user_id)) ?? noMarks;

  return {
    async listNotifications(caller, { kind, unread_only, ...request }) {
      const [notifications, marks] = await Promise.all([
        findNotifications(deps, caller, kind),
        marksOf(caller),
      ]);
      const values = withMarks(marks, notifications).filter(
        (one) => unread_only !== 'true' || one.unread,
      );
      const scope = ['notifications', caller.tenant_id, caller.user_id, kind, unread_only];
      return slicePage(deps.db, { values, request, scope });
    },

    async countUnread(caller) {
      const [notifications, marks] = await Promise.all([
        findNotifications(deps, caller),
        marksOf(caller),
      ]);
      return unreadOf(marks, notifications);
    },

    markNotificationRead: (caller, { ids }) =>
      changeMarks(deps, caller, (marks, notifications) => markRead(marks, notifications, ids)),

    markAllRead: (caller, { until }) =>
      changeMarks(deps, caller, (marks, notifications) =>
        markReadUntil(marks, notifications, until, deps.clock()),
      ),
  };
};
