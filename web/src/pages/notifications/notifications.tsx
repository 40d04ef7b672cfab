import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { notificationKinds } from '#lib/domain/notifications/notification.schema.ts';
import { notifications } from '#web/api/notifications.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { Choice } from '#web/components/choice.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { ListTable, usePageSize } from '#web/components/list-table.tsx';
import { kindLooks } from '#web/components/notification-kinds.ts';
import { choiceParam, pageParam, sizeParam, useUrlState } from '#web/components/use-url-state.ts';
import { notificationsHelp } from './help.tsx';
import { notificationColumns } from './notification-columns.tsx';

const urlState = z.object({
  page_number: pageParam,
  number_of_items: sizeParam,
  kind: choiceParam(notificationKinds),
  unread_only: choiceParam(['true']),
});

type Url = z.output<typeof urlState>;
type Change = (patch: Partial<Url>) => void;

/** While the page is open; frames say most of what happens in between. */
const pollEvery = 60_000;

/** Reads everything up to the newest one that was fetched: what comes meanwhile stays unread. */
const MarkAll = () => {
  const { data } = useCall(notifications.countUnread, {});
  const markAll = useAction(notifications.markAllRead);
  const newest = data && data.count > 0 ? data.latest[0] : undefined;
  const read = async (until: string) => {
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
      onClick={() => newest && void read(newest.at)}
    >
      Mark all as read
    </Button>
  );
};

const Filter = ({ url, change }: { url: Url; change: Change }) => (
  <SpaceBetween size="xs" direction="horizontal">
    <Choice
      label="Kind"
      all="Any kind"
      values={notificationKinds}
      labelOf={(value) => kindLooks[value].name}
      value={url.kind}
      onChange={(kind) => change({ kind, page_number: 1 })}
    />
    <Choice
      label="State"
      all="Read and unread"
      values={['true'] as const}
      labelOf={() => 'Unread only'}
      value={url.unread_only}
      onChange={(unread_only) => change({ unread_only, page_number: 1 })}
    />
  </SpaceBetween>
);

const noFilter = { kind: undefined, unread_only: undefined, page_number: 1 };

/** What waits for the signed-in person, and which of their runs failed. */
export const NotificationsPage = () => {
  const [url, change] = useUrlState(urlState);
  const size = usePageSize('notifications', url.number_of_items);
  const { page_number, kind, unread_only } = url;
  const input = { page_number, number_of_items: size, kind, unread_only };
  const call = notifications.listNotifications;
  const answer = useCall(call, input, { keep: true, poll: pollEvery });
  usePage({ page: 'notifications', contentType: 'table', help: notificationsHelp });
  return (
    <ListTable
      id="notifications"
      title="Notifications"
      rows="notifications"
      info={<InfoLink />}
      columns={notificationColumns}
      answer={answer}
      page={page_number}
      pageSize={size}
      onPage={({ page, size: chosen }) =>
        change({ page_number: page, ...(chosen && { number_of_items: chosen }) })
      }
      keyOf={({ _id }) => _id}
      nameOf={({ title }) => title}
      actions={<MarkAll />}
      filter={<Filter url={url} change={change} />}
      onClearFilter={kind || unread_only ? () => change(noFilter) : undefined}
      empty={{
        title: 'No notifications',
        text: 'What waits for you, and which of your runs failed, appears here.',
      }}
    />
  );
};
