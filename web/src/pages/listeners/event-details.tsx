import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';

const Runs = ({ ids }: { ids: readonly string[] }) =>
  ids.length === 0 ? (
    <>No run. No enabled bot waited for this listener.</>
  ) : (
    <SpaceBetween size="xxs">
      {ids.map((id) => (
        <Link key={id} to={pathTo('anyRun', { bot_exc_id: id })}>
          {id}
        </Link>
      ))}
    </SpaceBetween>
  );

const Facts = ({ event }: { event: ListenerEventView }) => (
  <KeyValuePairs
    columns={1}
    items={[
      { label: 'Received', value: <Time at={event.received_at} /> },
      { label: 'Event ID', value: <Copy text={event._id} what="event ID" /> },
      {
        label: 'Delivery ID',
        value: event.delivery_id ? <Copy text={event.delivery_id} what="delivery ID" /> : '-',
      },
      { label: 'Runs started', value: <Runs ids={event.bot_exc_ids} /> },
      {
        label: 'SHA-256 of the body',
        value: <Copy text={event.body_sha256} what="SHA-256 of the body" />,
      },
    ]}
  />
);

type Props = { listenerId: string; eventId: string };

/** One event whole: the list leaves out payloads above 32 KB. */
export const EventDetails = ({ listenerId, eventId }: Props) => {
  const input = { listener_id: listenerId, event_id: eventId };
  const { data, error, refetch } = useCall(listeners.getListenerEvent, input);
  if (error && !data) return <LoadFailed error={error} what="this event" onRetry={refetch} />;
  if (!data) return <Loading text="Loading event" />;
  return (
    <SpaceBetween size="l">
      <Facts event={data} />
      <div>
        <Box variant="awsui-key-label">Payload</Box>
        <LazyJsonView value={data.payload} what="payload" />
      </div>
    </SpaceBetween>
  );
};
