import { useEffect, useEffectEvent, useRef } from 'react';
import { focusManager, useQueryClient } from '@tanstack/react-query';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type {
  Notification,
  UnreadNotifications,
} from '#lib/domain/notifications/notification.schema.ts';
import { hrefTo } from '#lib/pages.ts';
import { notifications } from '#web/api/notifications.ts';
import { queriesOfRoutes, refreshQueries } from '#web/api/refetch.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useFollow } from '#web/components/link.tsx';
import { notificationLabelOf } from '#web/components/notification-kinds.ts';
import { localTime, msOf, spanText } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';

const minute = 60_000;

/**
 * Milliseconds. Frames come in bursts, and before every index is up to date: one fetch serves them
 * all.
 */
const refreshDelay = 1000;

/** Fetches notifications again, here and on their page, when a frame says that some are new. */
const useFreshNotifications = () => {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fetchAgain = () => {
    timer.current = undefined;
    const { area } = notifications.countUnread;
    const selection = queriesOfRoutes(area);
    if (focusManager.isFocused()) refreshQueries(queries, selection);
    // A hidden window fetches stale data when it becomes visible again.
    else void queries.invalidateQueries({ ...selection, refetchType: 'none' });
  };
  const refresh = () => {
    timer.current ??= setTimeout(fetchAgain, refreshDelay);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useChannel('approval_updated', refresh);
  useChannel('user_input_updated', refresh);
  // Suggestions are stored right before an agent waits for the answer to its question.
  useChannel('chat_suggestions', refresh);
  useChannel('bot_execution_updated', ({ status, lane }) => {
    if (status === 'FAILED' && lane === undefined) refresh();
  });
  // The end of a run that the user started.
  useChannel('portal_run_updated', ({ node_name, status }) => {
    if (node_name === '' && isFinal(status)) refresh();
  });
};

/** `3 min ago`; the current time is read once a minute. */
const ageText = (ms: number): string => (ms < minute ? 'just now' : `${spanText(ms)} ago`);

const itemOf = (
  { _id, title, at, link, unread, cause, ...rest }: Notification,
  now: number,
): ButtonDropdownProps.Item => {
  const { name, icon } = notificationLabelOf(rest);
  const age = `${ageText(now - msOf(at))} (${localTime(at)})`;
  const facts = [name, age, ...(unread ? ['unread'] : [])];
  const secondaryText = [cause, facts.join(', ')].filter(Boolean).join(' · ');
  return { id: _id, text: title, secondaryText, iconName: icon, href: `#${link}` };
};

const noNotificationsItem: ButtonDropdownProps.Item = {
  id: 'none',
  text: 'No notifications',
  disabled: true,
};
const viewAllItem: ButtonDropdownProps.Item = {
  id: 'all',
  text: 'View all',
  href: hrefTo('notifications'),
};

/** The server does not count beyond this. */
const maxCounted = 100;

const countText = (count: number): string =>
  `${count < maxCounted ? count : `${maxCounted - 1}+`} unread`;

const utilityOf = ({ count, latest }: UnreadNotifications, now: number) => ({
  type: 'menu-dropdown' as const,
  iconName: 'notification' as const,
  // Approvers on a phone must see that something waits for them.
  disableUtilityCollapse: true,
  title: 'Notifications',
  ariaLabel: count === 0 ? 'Notifications' : `Notifications, ${countText(count)}`,
  badge: count > 0,
  ...(count > 0 && { description: countText(count) }),
  items: [
    { items: latest.length === 0 ? [noNotificationsItem] : latest.map((one) => itemOf(one, now)) },
    { items: [viewAllItem] },
  ],
});

type Props = { onChange: (utility: TopNavigationProps.MenuDropdownUtility) => void };

/** Gives the top bar the content of its bell; it loads after the bar. */
export const Bell = ({ onChange }: Props) => {
  const { data } = useCall(notifications.countUnread, {}, { poll: minute });
  const markRead = useAction(notifications.markNotificationRead);
  const now = useNow(minute);
  const follow = useFollow();
  useFreshNotifications();
  const openItem = useEffectEvent((event: CustomEvent<ButtonDropdownProps.ItemClickDetails>) => {
    const { id } = event.detail;
    const isUnread = data?.latest.some(({ _id, unread }) => unread && _id === id);
    if (isUnread) markRead.mutate({ ids: [id] });
    follow(event);
  });
  const show = useEffectEvent((utility: TopNavigationProps.MenuDropdownUtility) =>
    onChange({ ...utility, onItemFollow: (event) => openItem(event) }),
  );
  useEffect(() => {
    if (data) show(utilityOf(data, now));
  }, [data, now]);
  return null;
};
