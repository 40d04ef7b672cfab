import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { replayProblem } from '#lib/domain/listeners/listener-event.rules.ts';
import type { ListenerEventView } from '#lib/domain/listeners/listener-event.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { listeners } from '#web/api/listeners.ts';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { localTime } from '#web/components/time.tsx';
import { type BulkAction, useBulkAction } from '#web/components/use-bulk-action.tsx';

const replayEventsAction: BulkAction<ListenerEventView> = {
  id: 'events-replay',
  progressText: 'Replaying',
  doneText: 'replayed: they are handled like new events',
  noun: 'event',
  nameOf: ({ received_at }) => `Event of ${localTime(received_at)}`,
  skip: ({ handling }) => replayProblem(handling),
  perform: ({ listener_id, _id: event_id }) =>
    listeners.replayListenerEvent({ listener_id, event_id }),
};

const noReplayReason = (events: readonly ListenerEventView[]): string | undefined => {
  const problems = events.map(({ handling }) => replayProblem(handling));
  return problems.includes(undefined) ? undefined : problems[0];
};

/**
 * Replays events, after a confirmation that says what this starts; `emptyReason` is the reason
 * shown if no events are selected. `onDone` receives those that were not replayed.
 */
export const useReplay = (
  events: readonly ListenerEventView[],
  emptyReason: string,
  onDone: (remaining: ListenerEventView[]) => void = () => {},
) => {
  const { run, isPending } = useBulkAction(listeners.listListenerEvents.area);
  const refusal = useRefusal(listeners.replayListenerEvent);
  const [isConfirming, setConfirming] = useState(false);
  const reason = refusal ?? (events.length === 0 ? emptyReason : noReplayReason(events));
  const begin = () => {
    setConfirming(false);
    void run(replayEventsAction, events).then(onDone);
  };
  return {
    button: (
      <Button {...disabledBy(reason)} loading={isPending} onClick={() => setConfirming(true)}>
        Replay
      </Button>
    ),
    dialog: isConfirming && (
      <ConfirmModal
        title={`Replay ${formatCount(events.length, 'event')}`}
        confirm="Replay"
        loading={false}
        onConfirm={begin}
        onClose={() => setConfirming(false)}
      >
        {events.length === 1 ? 'It is handled' : 'Each is handled'} as an event that comes now: it
        starts every enabled bot that waits for this listener, in its published version. A bot that
        the event has started before is not started again.
      </ConfirmModal>
    ),
  };
};
