import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { Handling, ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { counted } from '#lib/kernel/text.ts';

/** What became of an event, as people read it. */
export const handlingNames: Record<Handling, string> = {
  waiting: 'Being handled',
  started: 'Runs started',
  dropped: 'Dropped',
  parked: 'Parked',
  unheard: 'No bot is listening',
};

const kinds: Record<Handling, StatusIndicatorProps.Type> = {
  waiting: 'pending',
  // Whether they end well is theirs to say.
  started: 'info',
  dropped: 'warning',
  parked: 'error',
  unheard: 'stopped',
};

/** Of a dropped one how many started, and how many did not. */
const textOf = ({ handling, bot_exc_ids, dropped = [] }: ListenerEventView): string => {
  if (handling === 'started') return `${counted(bot_exc_ids.length, 'run')} started`;
  if (handling !== 'dropped') return handlingNames[handling];
  const started = bot_exc_ids.length > 0 ? `${counted(bot_exc_ids.length, 'run')}, ` : '';
  return `${started}${dropped.length} dropped`;
};

export const HandlingState = ({ event }: { event: ListenerEventView }) => (
  <StatusIndicator type={kinds[event.handling]}>{textOf(event)}</StatusIndicator>
);
