import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { LargeValue } from '#web/components/json/large-value.tsx';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import type { ReadPart } from '#web/components/json/whole-text.ts';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { useReplay } from './use-replay.tsx';

const Runs = ({ ids }: { ids: readonly string[] }) =>
  ids.length === 0 ? (
    <>No run</>
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
      ...(event.title === undefined ? [] : [{ label: 'Title', value: event.title }]),
      { label: 'Received', value: <Time at={event.received_at} /> },
      ...event.replays.slice(-1).map((at) => ({ label: 'Replayed', value: <Time at={at} /> })),
      { label: 'Event ID', value: <Copy text={event._id} subject="event ID" /> },
      {
        label: 'Delivery ID',
        value: event.delivery_id ? <Copy text={event.delivery_id} subject="delivery ID" /> : '-',
      },
      { label: 'Runs started', value: <Runs ids={event.bot_exc_ids} /> },
      {
        label: 'SHA-256 of the body',
        value: <Copy text={event.body_sha256} subject="SHA-256 of the body" />,
      },
    ]}
  />
);

/** Why an event started no run, or not all possible ones, with the button to replay it. */
const NoRunReason = ({ event }: { event: ListenerEventView }) => {
  const { handling, parked, dropped = [] } = event;
  const { button, dialog } = useReplay([event], '');
  if (handling === 'started') return null;
  if (handling === 'waiting') {
    return <Alert type="info">It is about to be handled. What it starts will appear here.</Alert>;
  }
  const alertProps = {
    parked: {
      type: 'error',
      // An event with a single attempt was parked because the plan has no runs left.
      header:
        parked?.tries === 1
          ? 'Parked: it starts nothing more until it is replayed'
          : 'Parked: every attempt to handle it failed',
    },
    dropped: { type: 'warning', header: 'Some bots did not start' },
    unheard: { type: 'info', header: 'It started nothing' },
  } as const;
  return (
    <Alert {...alertProps[handling]} action={button}>
      {parked && (
        <>
          <div>{parked.cause}</div>
          <div>
            {parked.tries === 1 ? 'Parked at ' : 'Given up at '}
            <Time at={parked.at} />
            {parked.tries === 1 ? '.' : `, after ${formatCount(parked.tries, 'try', 'tries')}.`}
          </div>
        </>
      )}
      {handling === 'dropped' &&
        dropped.map(({ bot_id, bot_name, why }, index) => (
          <div key={bot_id || `hidden ${index}`}>
            {bot_id === '' ? (
              bot_name
            ) : (
              <Link to={pathTo('bot', { bot_id }, { mode: 'view' })}>{bot_name}</Link>
            )}
            : {why}
          </div>
        ))}
      {handling === 'unheard' && 'No enabled bot was triggered by this listener at that time.'}
      {dialog}
    </Alert>
  );
};

const Payload = ({ event, readPart }: { event: ListenerEventView; readPart: ReadPart }) => {
  const { _id, payload, payload_part: first } = event;
  if (first) return <LargeValue title="Payload" name={_id} first={first} readPart={readPart} />;
  return (
    <div>
      <Box variant="awsui-key-label">Payload</Box>
      <LazyJsonView value={payload} subject="payload" />
    </div>
  );
};

type Props = { listenerId: string; eventId: string };

/** One complete event: the list leaves out payloads above 32 KB. */
export const EventDetails = ({ listenerId, eventId }: Props) => {
  const input = { listener_id: listenerId, event_id: eventId };
  const { data, error, refetch } = useCall(listeners.getListenerEvent, input);
  if (error && !data) return <LoadFailed error={error} subject="this event" onRetry={refetch} />;
  if (!data) return <Loading text="Loading event" />;
  const readPart = async (part: number) =>
    (await listeners.getListenerEvent({ ...input, part })).payload_part;
  return (
    <SpaceBetween size="l">
      <NoRunReason event={data} />
      <Facts event={data} />
      <Payload event={data} readPart={readPart} />
    </SpaceBetween>
  );
};
