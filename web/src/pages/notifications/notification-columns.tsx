import Badge from '@cloudscape-design/components/badge';
import Link from '@cloudscape-design/components/link';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Notification } from '#lib/domain/notifications/notification.schema.ts';
import { notifications } from '#web/api/notifications.ts';
import { useAction } from '#web/api/use-call.ts';
import { useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { lookOf } from '#web/components/notification-kinds.ts';
import { Time } from '#web/components/time.tsx';

/** Leads to what it is about; then it is read. */
const Title = ({ _id, title, link, unread }: Notification) => {
  const follow = useFollow();
  const markRead = useAction(notifications.markNotificationRead);
  return (
    <Link
      href={`#${link}`}
      onFollow={(event) => {
        if (unread) markRead.mutate({ ids: [_id] });
        follow(event);
      }}
    >
      {unread ? <b>{title}</b> : title}
    </Link>
  );
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
    width: 140,
    minWidth: 130,
    cell: (one) => {
      const { name, status } = lookOf(one);
      return <StatusIndicator type={status}>{name}</StatusIndicator>;
    },
  },
  {
    id: 'text',
    name: 'Message',
    width: 300,
    minWidth: 240,
    cell: ({ text }) => text || '-',
  },
  {
    id: 'at',
    name: 'Time',
    width: 230,
    minWidth: 230,
    under: 'kind',
    cell: ({ at }) => <Time at={at} />,
  },
  {
    id: 'unread',
    name: 'State',
    width: 110,
    minWidth: 110,
    cell: ({ unread }) => (unread ? <Badge color="blue">Unread</Badge> : 'Read'),
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
