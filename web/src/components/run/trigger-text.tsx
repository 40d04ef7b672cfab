import type { EventRef, Trigger } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';

type Titled = EventRef & { title?: string | undefined };

/** Events without a title are distinguished by the ends of their ids. */
const EventLink = ({ event: { listener_id, event_id, title } }: { event: Titled }) => (
  <Link to={pathTo('listenerEvents', { listener_id }, { event: event_id })}>
    {title === undefined ? `Event …${event_id.slice(-6)}` : `Event: ${title}`}
  </Link>
);

/** What started a run: the event, finding or failed run as a link, the schedule, or the person. */
export const TriggerText = ({ trigger }: { trigger: Trigger }) => {
  switch (trigger.type) {
    case 'event':
      return <EventLink event={trigger} />;
    case 'finding':
      return (
        <Link to={pathTo('compliance', {}, { rule: trigger.rule_id })}>
          {`Finding ${trigger.change}: ${trigger.title}`}
        </Link>
      );
    case 'schedule':
      return (
        <>
          Schedule: <Time at={trigger.scheduled_time} />
        </>
      );
    case 'error':
      return (
        <Link to={pathTo('run', trigger)}>
          {trigger.bot_name === undefined ? 'Failed run' : `Failed run of ${trigger.bot_name}`}
        </Link>
      );
    case 'agent':
      return <Link to={pathTo('run', trigger)}>{`AI agent of ${trigger.bot_name}`}</Link>;
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
