import type { Trigger } from '#lib/domain/executions/execution.schema.ts';
import { Link } from '#web/components/link.tsx';

/** What started a run: the event, as a link, or the person. */
export const TriggerText = ({ trigger }: { trigger: Trigger }) =>
  trigger.type === 'event' ? (
    <Link to={`/listeners/view/${trigger.listener_id}?event=${trigger.event_id}`}>Event</Link>
  ) : (
    <>By hand: {trigger.user_id}</>
  );
