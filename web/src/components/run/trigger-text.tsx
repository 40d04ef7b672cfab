import type { EventRef, Trigger } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';

type Titled = EventRef & { title?: string | undefined };

/** Events without a title are distinguished by the ends of their ids. */
const eventText = ({ event_id, title }: Titled): string =>
  title === undefined ? `Event …${event_id.slice(-6)}` : `Event: ${title}`;

const EventLink = ({ event }: { event: Titled }) => (
  <Link
    to={pathTo('listenerEvents', { listener_id: event.listener_id }, { event: event.event_id })}
  >
    {eventText(event)}
  </Link>
);

/** What started a run, as plain text. */
export const triggerText = (trigger: Trigger): string => {
  switch (trigger.type) {
    case 'event':
      return eventText(trigger);
    case 'finding':
      return `Finding ${trigger.change}: ${trigger.title}`;
    case 'schedule':
      return `Schedule: ${trigger.scheduled_time}`;
    case 'error':
      return trigger.bot_name === undefined ? 'Failed run' : `Failed run of ${trigger.bot_name}`;
    case 'agent':
      return `AI agent of ${trigger.bot_name}`;
    default: {
      const event = trigger.event ? `, with ${eventText(trigger.event)}` : '';
      return `Manual: ${trigger.user_id}${event}`;
    }
  }
};

/** What started a run: the event, finding or failed run as a link, the schedule, or the person. */
export const TriggerText = ({ trigger }: { trigger: Trigger }) => {
  switch (trigger.type) {
    case 'event':
      return <EventLink event={trigger} />;
    case 'finding':
      return (
        <Link to={pathTo('compliance', {}, { rule: trigger.rule_id })}>
          {triggerText(trigger)}
        </Link>
      );
    case 'schedule':
      return (
        <>
          Schedule: <Time at={trigger.scheduled_time} />
        </>
      );
    case 'error':
    case 'agent':
      return <Link to={pathTo('run', trigger)}>{triggerText(trigger)}</Link>;
    default:
      return (
        <>
          Manual: {trigger.user_id}
          {trigger.event && (
            <>
              , with <EventLink event={trigger.event} />
            </>
          )}
        </>
      );
  }
};
