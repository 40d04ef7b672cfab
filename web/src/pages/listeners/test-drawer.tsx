import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { listeners } from '#web/api/listeners.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import type { Page } from '#web/app/page.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { localTime } from '#web/components/time.tsx';
import { LazyCallExample } from './lazy-call-example.tsx';
import { WebhookAddress } from './webhook-address.tsx';

/** Milliseconds between polls while waiting for the first call. */
export const pollEvery = 5000;

const tooLarge = 'Larger than 32 KB: open it on the events page.';

const EventItem = ({ event, first }: { event: ListenerEventView; first: boolean }) => (
  <ExpandableSection headerText={localTime(event.received_at)} defaultExpanded={first}>
    <LazyJsonView value={event.payload ?? tooLarge} subject="event" />
  </ExpandableSection>
);

const Events = ({ listenerId }: { listenerId: string }) => {
  const input = { listener_id: listenerId, number_of_items: 5 };
  const { answer, askAgain } = useRefetchableCall(listeners.listListenerEvents, input, {
    poll: pollEvery,
  });
  useChannel('listener_called', ({ listener_id }) => {
    if (listener_id === listenerId) askAgain();
  });
  if (answer.error && !answer.data) {
    return <LoadFailed error={answer.error} subject="events" onRetry={answer.refetch} />;
  }
  if (!answer.data) {
    return (
      <output>
        <Spinner /> Fetching events...
      </output>
    );
  }
  const events = answer.data.items;
  if (events.length === 0) {
    return <StatusIndicator type="pending">This listener has not been called yet.</StatusIndicator>;
  }
  return (
    <SpaceBetween size="s">
      <StatusIndicator type="success">The listener was called.</StatusIndicator>
      {events.map((event, index) => (
        <EventItem key={event._id} event={event} first={index === 0} />
      ))}
    </SpaceBetween>
  );
};

/** The shell's panel in which a listener's newest events appear as they arrive. */
export const createTestDrawer = (
  listener: ListenerView,
  onClose: () => void,
  secret?: string,
): NonNullable<Page['drawer']> => ({
  title: `Test ${listener.name}`,
  onClose,
  width: 480,
  body: (
    <SpaceBetween size="l">
      <div>
        <Box variant="awsui-key-label">Webhook URL</Box>
        <WebhookAddress listener={listener} />
      </div>
      <ExpandableSection headerText="Example call">
        <LazyCallExample listener={listener} secret={secret} />
      </ExpandableSection>
      <div>
        <Box variant="h3">Events</Box>
        <Events listenerId={listener._id} />
      </div>
    </SpaceBetween>
  ),
});
