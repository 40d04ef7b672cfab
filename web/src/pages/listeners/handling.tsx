import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { Handling, ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';

/** The names shown for the handling of an event. */
export const handlingNames: Record<Handling, string> = {
  waiting: 'Being handled',
  started: 'Runs started',
  dropped: 'Dropped',
  parked: 'Parked',
  unheard: 'No bot is listening',
};

const indicators: Record<Handling, StatusIndicatorProps.Type> = {
  waiting: 'pending',
  // The runs report their own results.
  started: 'info',
  dropped: 'warning',
  parked: 'error',
  unheard: 'stopped',
};

/** For a dropped event, how many runs were started, and how many were not. */
const textOf = ({ handling, bot_exc_ids, dropped = [] }: ListenerEventView): string => {
  if (handling === 'started') return `${formatCount(bot_exc_ids.length, 'run')} started`;
  if (handling !== 'dropped') return handlingNames[handling];
  const started = bot_exc_ids.length > 0 ? `${formatCount(bot_exc_ids.length, 'run')}, ` : '';
  return `${started}${dropped.length} dropped`;
};

export const HandlingState = ({ event }: { event: ListenerEventView }) => (
  <StatusIndicator type={indicators[event.handling]}>{textOf(event)}</StatusIndicator>
);
