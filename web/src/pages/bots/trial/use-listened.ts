import { useMemo } from 'react';
import { triggerOf } from '#lib/domain/bots/bot.rules.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { codeOfName } from '#lib/kernel/value-paths.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useRefusal } from '#web/app/session.ts';

/** An event as it is chosen. */
export type ReceivedEvent = Pick<ListenerEventView, '_id' | 'received_at' | 'payload'>;

/** What the listener that starts a bot has received. */
export type Listened = {
  listener_id: string;
  name: string;
  /** The newest first; those that are large without their payload. */
  events: readonly ReceivedEvent[];
  /** Paths to what events have had inside, also of those that are not kept any more. */
  paths: readonly string[];
};

const newest = { page_number: 1, number_of_items: 10 };

/** Fields of the outermost level are remembered longer, and more of them. */
const pathsOf = ({ learned_fields, learned_paths }: ListenerView): string[] => [
  ...new Set([...learned_fields.map(codeOfName), ...learned_paths]),
];

/** Milliseconds between looks for the first event of a listener. */
const lookEvery = 10_000;

/** Of the listener that the drawn start names; nothing without one, or where nobody may see it. */
export const useListened = (graph: Graph): Listened | undefined => {
  const { listener_id = '' } = useMemo(() => triggerOf(graph), [graph]);
  const refusal = useRefusal(listeners.listListenerEvents);
  const enabled = listener_id !== '' && refusal === undefined;
  const listener = useCall(listeners.getListener, { listener_id }, { enabled });
  const input = { listener_id, ...newest };
  const events = useCall(listeners.listListenerEvents, input, {
    enabled,
    poll: (data) => (data?.items.length === 0 ? lookEvery : false),
  });
  const isWaiting = enabled && events.data?.items.length === 0;
  useChannel('listener_called', (called) => {
    if (!isWaiting || called.listener_id !== listener_id) return;
    void events.refetch();
    void listener.refetch();
  });
  const [known, items] = [listener.data, events.data?.items];
  return useMemo(
    () =>
      enabled && known && items
        ? { listener_id, name: known.name, events: items, paths: pathsOf(known) }
        : undefined,
    [enabled, listener_id, known, items],
  );
};
