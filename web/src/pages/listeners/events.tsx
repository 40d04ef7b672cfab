import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Button from '@cloudscape-design/components/button';
import PropertyFilter from '@cloudscape-design/components/property-filter';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { handlings, type ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { type Page, usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton } from '#web/components/link.tsx';
import { ListTable } from '#web/components/list-table.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { localTime } from '#web/components/time.tsx';
import { useSelection } from '#web/components/use-selection.ts';
import { eventColumns } from './event-columns.tsx';
import { EventDetails } from './event-details.tsx';
import {
  filterOptions,
  filterProperties,
  filterQuery,
  filterText,
} from '#web/components/events/event-filter.ts';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { handlingNames } from './handling.tsx';
import { listenersHelp } from './help.tsx';
import { createTestDrawer } from './test-drawer.tsx';
import { usePreviousSecretUntil } from './previous-secret.ts';
import { RefusedCalls } from './refused-calls.tsx';
import { useReplay } from './use-replay.tsx';
import { useReplayParked } from './use-replay-parked.tsx';
import { WebhookAddress } from './webhook-address.tsx';

const LazyDeleteListener = lazyDialog(
  async () => (await import('./delete-listener.tsx')).DeleteListener,
);

const LazyRotateSecret = lazyDialog(async () => (await import('./rotate-secret.tsx')).RotateSecret);
const LazyPreviousSecretNotice = lazyPart(
  async () => (await import('./rotate-secret.tsx')).PreviousSecretNotice,
);

const urlState = z.object({
  page: pageParam,
  itemCount: sizeParam,
  query: textParam,
  handling: choiceParam(handlings),
  event: textParam,
});

type FilterProps = {
  fields: readonly string[];
  events: readonly ListenerEventView[];
  query: string | undefined;
  onChange: (query: string | undefined) => void;
};

const Filter = ({ fields, events, query, onChange }: FilterProps) => (
  <PropertyFilter
    expandToViewport
    disableFreeTextFiltering
    filteringAriaLabel="Filter events"
    filteringPlaceholder="Filter events by field"
    query={filterQuery(query)}
    filteringProperties={filterProperties(fields)}
    filteringOptions={filterOptions(fields, events)}
    customGroupsText={[{ properties: 'Payload', values: 'Payload', group: 'payload' }]}
    onChange={({ detail }) => onChange(filterText(detail))}
  />
);

/** The webhook address, and the secrets that are accepted. */
const Address = ({ listener }: { listener: ListenerView }) => {
  const hasPrevious = usePreviousSecretUntil(listener) !== undefined;
  return (
    <SpaceBetween size="xs">
      <WebhookAddress listener={listener} />
      {hasPrevious && (
        <Suspense fallback={null}>
          <LazyPreviousSecretNotice listener={listener} />
        </Suspense>
      )}
    </SpaceBetween>
  );
};

type ActionProps = { listener: ListenerView; replay: ReactNode; onTest: () => void };

const Actions = ({ listener, replay, onTest }: ActionProps) => {
  const navigate = useNavigate();
  const editRefusal = useRefusal(listeners.updateListener);
  const deleteRefusal = useRefusal(listeners.deleteListener);
  const rotateRefusal = useRefusal(listeners.rotateListenerSecret);
  const [deleting, setDeleting] = useState(false);
  const [rotating, setRotating] = useState(false);
  return (
    <SpaceBetween size="xs" direction="horizontal">
      {replay}
      <LinkButton to={pathTo('bots', {}, { listenerId: listener._id })}>Go to bots</LinkButton>
      <Button {...disabledBy(deleteRefusal)} onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <Button {...disabledBy(rotateRefusal)} onClick={() => setRotating(true)}>
        Rotate secret
      </Button>
      <LinkButton
        {...disabledBy(editRefusal)}
        to={pathTo('listener', { listener_id: listener._id })}
      >
        Edit
      </LinkButton>
      <Button onClick={onTest}>Test</Button>
      {rotating && (
        <Suspense fallback={null}>
          <LazyRotateSecret listener={listener} onClose={() => setRotating(false)} />
        </Suspense>
      )}
      {deleting && (
        <Suspense fallback={null}>
          <LazyDeleteListener
            listener={listener}
            onClose={() => setDeleting(false)}
            onDeleted={() => void navigate(pathTo('listeners'))}
          />
        </Suspense>
      )}
    </SpaceBetween>
  );
};

export const eventList = listOf({
  id: 'listener-events',
  url: urlState,
  page: 'page',
  size: 'itemCount',
  filter: ['query', 'handling'],
  call: listeners.listListenerEvents,
  inputOf: ({ query, handling }, { listener_id }: { listener_id: string }) => ({
    query,
    handling,
    listener_id,
  }),
  contextAt: ({ listener_id = '' }) => ({ listener_id }),
});

/** The webhook address, and the rejected calls. */
const About = ({ listener }: { listener: ListenerView }) => (
  <SpaceBetween size="s">
    <Address listener={listener} />
    <RefusedCalls listenerId={listener._id} />
  </SpaceBetween>
);

type Choice = Pick<ReturnType<typeof useSelection<ListenerEventView>>, 'chosen' | 'choose'>;

/** Replays the selected events, or all parked ones if there are any on the page. */
const useReplays = (
  listener: ListenerView,
  events: readonly ListenerEventView[],
  { chosen, choose }: Choice,
) => {
  const selectionReplay = useReplay(chosen, 'Select the events to replay.', choose);
  const parked = useReplayParked(listener);
  const isAnyParked = events.some(({ handling }) => handling === 'parked');
  return {
    buttons: (
      <>
        {selectionReplay.button}
        {isAnyParked && parked.button}
      </>
    ),
    dialogs: (
      <>
        {selectionReplay.dialog}
        {parked.dialog}
      </>
    ),
  };
};

const Events = ({ listener }: { listener: ListenerView }) => {
  const id = listener._id;
  const { url, change, changeFilter, answer, list, requestKey, refreshList } = useList(eventList, {
    listener_id: id,
  });
  const { chosen, choose } = useSelection(answer.data?.items ?? [], requestKey);
  const replay = useReplays(listener, answer.data?.items ?? [], { chosen, choose });
  const [testing, setTesting] = useState(false);
  useChannel('listener_called', ({ listener_id }) => {
    if (listener_id === id) refreshList();
  });
  const closeTest = () => setTesting(false);
  const panel: Page['splitPanel'] = url.event
    ? {
        title: 'Event',
        body: <EventDetails key={url.event} listenerId={id} eventId={url.event} />,
        onClose: () => change({ event: undefined }),
      }
    : undefined;
  usePage({
    page: 'listenerEvents',
    title: listener.name,
    contentType: 'table',
    help: listenersHelp,
    drawer: testing ? createTestDrawer(listener, closeTest) : undefined,
    splitPanel: panel,
  });
  const fields = listener.learned_fields;
  return (
    <>
      <ListTable
        {...list}
        title={listener.name}
        rows="events"
        info={<InfoLink />}
        description={<About listener={listener} />}
        columns={eventColumns(fields, ({ _id }) => change({ event: _id }))}
        keyOf={({ _id }) => _id}
        nameOf={({ received_at }) => `event of ${localTime(received_at)}`}
        selected={chosen}
        onSelect={choose}
        actions={
          <Actions listener={listener} replay={replay.buttons} onTest={() => setTesting(true)} />
        }
        filter={
          <SpaceBetween size="xs">
            <Filter
              fields={fields}
              events={answer.data?.items ?? []}
              query={url.query}
              onChange={(query) => changeFilter({ query })}
            />
            <FilterBar
              url={url}
              changeFilter={changeFilter}
              choices={[
                {
                  param: 'handling',
                  label: 'What events came to',
                  all: 'Any event',
                  values: handlings,
                  labelOf: (one) => handlingNames[one],
                },
              ]}
            />
          </SpaceBetween>
        }
        filterClears
        empty={{
          title: 'No events',
          text: 'This listener has not been called yet.',
          action: <Button onClick={() => setTesting(true)}>Test listener</Button>,
        }}
      />
      {replay.dialogs}
    </>
  );
};

/** The events that a listener received. */
export const ListenerEventsPage = () => {
  const { listener_id: id = '' } = useParams();
  const { data, error, refetch } = useCall(listeners.getListener, { listener_id: id });
  if (data) return <Events key={id} listener={data} />;
  return <ItemPlaceholder page="listenerEvents" error={error} onRetry={refetch} />;
};
