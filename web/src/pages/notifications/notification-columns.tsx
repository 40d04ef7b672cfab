import Badge from '@cloudscape-design/components/badge';
import Icon from '@cloudscape-design/components/icon';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { colorBackgroundNotificationBlue } from '@cloudscape-design/design-tokens';
import type { Notification } from '#lib/domain/notifications/notification.schema.ts';
import { notifications } from '#web/api/notifications.ts';
import { useAction } from '#web/api/use-call.ts';
import { useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { notificationLabelOf } from '#web/components/notification-kinds.ts';
import { Time } from '#web/components/time.tsx';
import { useIsNarrow } from '#web/components/use-is-narrow.ts';

const dot = (
  <svg viewBox="0 0 16 16" focusable="false">
    <circle cx="8" cy="8" r="5" style={{ fill: colorBackgroundNotificationBlue, stroke: 'none' }} />
  </svg>
);

/**
 * Links to the subject, and marks the notification as read. On a narrow screen a dot marks unread
 * ones.
 */
const Title = ({ _id, title, link, unread }: Notification) => {
  const follow = useFollow();
  const isNarrow = useIsNarrow();
  const markRead = useAction(notifications.markNotificationRead);
  return (
    <>
      {isNarrow && unread && <Icon svg={dot} size="small" ariaLabel="Unread" />}
      <Link
        href={`#${link}`}
        onFollow={(event) => {
          if (unread) markRead.mutate({ ids: [_id] });
          follow(event);
        }}
      >
        {unread ? <b>{title}</b> : title}
      </Link>
    </>
  );
};

/** On a narrow screen the dot replaces this column. */
const State = ({ unread }: Notification) => {
  if (useIsNarrow()) return null;
  return unread ? <Badge color="blue">Unread</Badge> : 'Read';
};

export const notificationColumns: Column<Notification>[] = [
  {
    id: 'title',
    name: 'Notification',
    isRowHeader: true,
    width: 320,
    minWidth: 240,
    cell: (one) => <Title {...one} />,
  },
  {
    id: 'kind',
    name: 'Kind',
    under: 'title',
    width: 140,
    minWidth: 130,
    cell: (one) => {
      const { name, status } = notificationLabelOf(one);
      return <StatusIndicator type={status}>{name}</StatusIndicator>;
    },
  },
  {
    id: 'text',
    name: 'Message',
    under: 'title',
    width: 300,
    minWidth: 240,
    cell: ({ text }) => text || '-',
  },
  {
    id: 'at',
    name: 'Time',
    width: 230,
    minWidth: 230,
    under: 'title',
    cell: ({ at }) => <Time at={at} />,
  },
  {
    id: 'unread',
    name: 'State',
    under: 'title',
    width: 110,
    minWidth: 110,
    cell: (one) => <State {...one} />,
  },
  {
    id: 'cause',
    name: 'Started by',
    under: 'title',
    width: 220,
    minWidth: 160,
    cell: ({ cause }) => cause ?? '-',
  },
];
