import type { Trigger } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';

/** What started a run: the event or the failed run, as a link, the schedule, or the person. */
export const TriggerText = ({ trigger }: { trigger: Trigger }) => {
  switch (trigger.type) {
    case 'event':
      return (
        <Link
          to={pathTo(
            'listenerEvents',
            { listener_id: trigger.listener_id },
            { event: trigger.event_id },
          )}
        >
          Event
        </Link>
      );
    case 'schedule':
      return (
        <>
          Schedule: <Time at={trigger.scheduled_time} />
        </>
      );
    case 'error':
      return <Link to={pathTo('run', trigger)}>Failed run</Link>;
    default:
      return <>By hand: {trigger.user_id}</>;
  }
};
