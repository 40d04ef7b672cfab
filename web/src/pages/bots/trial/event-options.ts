import type { SelectProps } from '@cloudscape-design/components/select';
import { shortText } from './fields-of-value.ts';
import { eventSource, type TriggerEventSource } from './source.ts';
import type { TriggerEvents } from './use-trigger-events.ts';

const notCalled = 'The listener was not called in the last 30 days. Write an event as JSON.';
const nothingFound = 'The rules found nothing in the last scan. Write an event as JSON.';

const noEventOption = ({ listener_id }: TriggerEvents) => ({
  value: 'no event',
  label: 'No event is kept',
  disabled: true,
  disabledReason: listener_id === undefined ? nothingFound : notCalled,
});

/** The newest events of a bot's trigger, as options of a field. */
export const eventOptions = (triggerEvents: TriggerEvents | undefined): SelectProps.Options => {
  if (!triggerEvents) return [];
  const { name, events } = triggerEvents;
  const options = events.map((event): SelectProps.Option => {
    const { id, name: label } = eventSource(triggerEvents, event);
    const description = event.payload && shortText(event.payload);
    return { value: id, label, ...(description !== undefined && { description }) };
  });
  const groupOptions = options.length > 0 ? options : [noEventOption(triggerEvents)];
  return [{ label: `Events of ${name}`, options: groupOptions }];
};

/** The chosen event among them. */
export const eventOf = (
  triggerEvents: TriggerEvents | undefined,
  id: string,
): TriggerEventSource | undefined => {
  const event = triggerEvents?.events.find(({ _id }) => _id === id);
  return triggerEvents && event && eventSource(triggerEvents, event);
};

/** An event as text: an input written by hand starts from the event chosen before. */
export const eventText = (triggerEvents: TriggerEvents | undefined, id: string | undefined) => {
  const payload = triggerEvents?.events.find(({ _id }) => _id === id)?.payload;
  return payload && JSON.stringify(payload, null, 2);
};
