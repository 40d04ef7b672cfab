import { useMemo } from 'react';
import { triggerOf } from '#lib/domain/bots/trigger.rules.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { pathsBelow, quoteName } from '#lib/kernel/value-paths.ts';
import { compliance } from '#web/api/compliance.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useRefusal } from '#web/app/session.ts';

/** An event as an option. */
export type ReceivedEvent = Pick<ListenerEventView, '_id' | 'received_at' | 'payload'>;

/** The events that a bot's listener has received, or the findings of rules. */
export type TriggerEvents = {
  /** Undefined if findings start the bot. */
  listener_id?: string;
  name: string;
  /** The newest first; large ones without their payload. */
  events: readonly ReceivedEvent[];
  /** The paths seen in events, including those no longer stored. */
  paths: readonly string[];
};

const newest = { page_number: 1, number_of_items: 10 };

/** Top-level fields are remembered longer, and more of them. */
const pathsOf = ({ learned_fields, learned_paths }: ListenerView): string[] => [
  ...new Set([...learned_fields.map(quoteName), ...learned_paths]),
];

/** Milliseconds between polls for the first event of a listener. */
const pollEvery = 10_000;

type Trigger = ReturnType<typeof triggerOf>;

const useListenerEvents = ({ listener_id = '' }: Trigger): TriggerEvents | undefined => {
  const refusal = useRefusal(listeners.listListenerEvents);
  const enabled = listener_id !== '' && refusal === undefined;
  const listener = useRefetchableCall(listeners.getListener, { listener_id }, { enabled });
  const input = { listener_id, ...newest };
  const events = useRefetchableCall(listeners.listListenerEvents, input, {
    enabled,
    poll: (data) => (data?.items.length === 0 ? pollEvery : false),
  });
  const isWaiting = enabled && events.answer.data?.items.length === 0;
  useChannel('listener_called', (message) => {
    if (!isWaiting || message.listener_id !== listener_id) return;
    events.askAgain();
    listener.askAgain();
  });
  const [listenerView, items] = [listener.answer.data, events.answer.data?.items];
  return useMemo(
    () =>
      enabled && listenerView && items
        ? { listener_id, name: listenerView.name, events: items, paths: pathsOf(listenerView) }
        : undefined,
    [enabled, listener_id, listenerView, items],
  );
};

const undefinedIfEmpty = <T>(values: readonly T[] = []): T[] | undefined =>
  values.length > 0 ? [...values] : undefined;

/** The findings of rules at the last scans, as the bot would receive them. */
const useFindingEvents = ({ findings }: Trigger): TriggerEvents | undefined => {
  const refusal = useRefusal(compliance.getFindingExample);
  const enabled = findings !== undefined && refusal === undefined;
  const input = {
    rules: undefinedIfEmpty(findings?.rules),
    severities: undefinedIfEmpty(findings?.severities),
    criticalities: undefinedIfEmpty(findings?.criticalities),
    integrations: undefinedIfEmpty(findings?.integrations),
  };
  const { data } = useCall(compliance.getFindingExample, input, { enabled });
  return useMemo(() => {
    if (!enabled || !data) return undefined;
    const { event: payload, scanned_at: received_at } = data;
    const events = payload && received_at ? [{ _id: 'findings', received_at, payload }] : [];
    const paths = pathsBelow('', payload).map(({ path }) => path.slice(1));
    return { name: 'compliance rules', events, paths };
  }, [enabled, data]);
};

/**
 * The events for the trigger in the draft; undefined without one, or if the user may not see them.
 */
export const useTriggerEvents = (graph: Graph): TriggerEvents | undefined => {
  const trigger = useMemo(() => triggerOf(graph), [graph]);
  const received = useListenerEvents(trigger);
  return useFindingEvents(trigger) ?? received;
};
