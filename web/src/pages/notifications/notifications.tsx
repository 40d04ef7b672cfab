import Button from '@cloudscape-design/components/button';
import * as z from 'zod';
import { notificationKinds } from '#lib/domain/notifications/notification.schema.ts';
import { notifications } from '#web/api/notifications.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { kindLabels } from '#web/components/notification-kinds.ts';
import { choiceParam, pageParam, sizeParam } from '#web/components/use-url-state.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { notificationsHelp } from './help.tsx';
import { notificationColumns } from './notification-columns.tsx';

const urlState = z.object({
  page_number: pageParam,
  number_of_items: sizeParam,
  kind: choiceParam(notificationKinds),
  unread_only: choiceParam(['true']),
});

/** Milliseconds between polls while the page is open; frames report most changes in between. */
const pollEvery = 60_000;

/** Marks all as read up to the newest fetched one: later ones stay unread. */
const MarkAll = () => {
  const { data } = useCall(notifications.countUnread, {});
  const markAll = useAction(notifications.markAllRead);
  const newest = data && data.count > 0 ? data.latest[0] : undefined;
  const markRead = async (until: string) => {
    try {
      await markAll.mutateAsync({ until });
    } catch (error) {
      flash.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button
      loading={markAll.isPending}
      {...disabledBy(newest ? undefined : 'Nothing is unread.')}
      onClick={() => newest && void markRead(newest.at)}
    >
      Mark all as read
    </Button>
  );
};

export const notificationList = listOf({
  id: 'notifications',
  url: urlState,
  page: 'page_number',
  size: 'number_of_items',
  filter: ['kind', 'unread_only'],
  call: notifications.listNotifications,
  inputOf: ({ kind, unread_only }) => ({ kind, unread_only }),
  poll: pollEvery,
});

/** The open tasks of the signed-in user, and their failed runs. */
export const NotificationsPage = () => {
  const { url, changeFilter, list } = useList(notificationList);
  usePage({ page: 'notifications', contentType: 'table', help: notificationsHelp });
  return (
    <ListTable
      {...list}
      title="Notifications"
      rows="notifications"
      info={<InfoLink />}
      columns={notificationColumns}
      keyOf={({ _id }) => _id}
      nameOf={({ title }) => title}
      actions={<MarkAll />}
      filter={
        <FilterBar
          url={url}
          changeFilter={changeFilter}
          choices={[
            {
              param: 'kind',
              label: 'Kind',
              all: 'Any kind',
              values: notificationKinds,
              labelOf: (value) => kindLabels[value].name,
            },
            {
              param: 'unread_only',
              label: 'State',
              all: 'Read and unread',
              values: ['true'],
              labelOf: () => 'Unread only',
            },
          ]}
        />
      }
      empty={{
        title: 'No notifications',
        text:
          'Requests that wait for you, and runs of yours that were decided or failed, appear here.',
      }}
    />
  );
};
