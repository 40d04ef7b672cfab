import type { SelectProps } from '@cloudscape-design/components/select';
import { shortText } from './fields-of-value.ts';
import { eventSource, type EventSource } from './source.ts';
import type { Listened } from './use-listened.ts';

const noEvent = {
  value: 'no event',
  label: 'No event is kept',
  disabled: true,
  disabledReason: 'The listener was not called in the last 30 days. Write an event as JSON.',
};

/** The newest events of a bot's listener, for a field that offers them. */
export const eventOptions = (listened: Listened | undefined): SelectProps.Options => {
  if (!listened) return [];
  const { listener_id, name, events } = listened;
  const options = events.map((event): SelectProps.Option => {
    const { id, name: label } = eventSource(listener_id, event);
    const description = event.payload && shortText(event.payload);
    return { value: id, label, ...(description !== undefined && { description }) };
  });
  return [{ label: `Events of ${name}`, options: options.length > 0 ? options : [noEvent] }];
};

/** The event that was chosen among them. */
export const eventOf = (listened: Listened | undefined, id: string): EventSource | undefined => {
  const event = listened?.events.find(({ _id }) => _id === id);
  return listened && event && eventSource(listened.listener_id, event);
};

/** An event as it is written: what is chosen to be written begins with the one chosen before. */
export const eventText = (listened: Listened | undefined, id: string | undefined) => {
  const payload = listened?.events.find(({ _id }) => _id === id)?.payload;
  return payload && JSON.stringify(payload, null, 2);
};
