import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Button from '@cloudscape-design/components/button';
import { limits } from '#lib/kernel/limits.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { errorText } from '#web/api/api-error.ts';
import { listeners } from '#web/api/listeners.ts';
import { queriesOfRoutes, refreshQueries } from '#web/api/refetch.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';

/** The ids of all listeners of the organisation. */
async function* listListenerIds(): AsyncGenerator<string> {
  const number_of_items = limits.listenerPageSize;
  let next: string | undefined;
  do {
    const page = await listeners.listListeners({ number_of_items, ...(next && { next }) });
    yield* page.items.map(({ _id }) => _id);
    ({ next } = page);
  } while (next !== undefined);
}

/** Replays the parked events of one listener, in as many calls as needed. */
const replayParked = async (
  listener_id: string,
  onProgress: (replayed: number) => void,
): Promise<void> => {
  let after: string | undefined;
  do {
    const answer = await listeners.replayParkedEvents({ listener_id, ...(after && { after }) });
    onProgress(answer.replayed);
    ({ after } = answer);
  } while (after !== undefined);
};

const messageId = 'events-replay-parked';

const showReplayed = (replayed: number): void => {
  if (replayed === 0) flash.info('No event is parked.', { id: messageId });
  else {
    const successText = `${formatCount(replayed, 'parked event')} replayed`;
    const content =
      'They are handled like new events. Those that cannot start a bot are parked again.';
    flash.success(successText, { id: messageId, content });
  }
};

/** Replays all parked events of one listener, or of all, after confirmation. */
export const useReplayParked = (listener?: { _id: string; name: string }) => {
  const queries = useQueryClient();
  const refusal = useRefusal(listeners.replayParkedEvents);
  const [isConfirming, setConfirming] = useState(false);
  const [isPending, setPending] = useState(false);
  const begin = async () => {
    setConfirming(false);
    setPending(true);
    let replayed = 0;
    const onProgress = (count: number) => {
      replayed += count;
    };
    try {
      for await (const id of listener ? [listener._id] : listListenerIds())
        await replayParked(id, onProgress);
      showReplayed(replayed);
    } catch (error) {
      const header = 'Not all parked events were replayed.';
      const content = `${formatCount(replayed, 'event')} replayed before this: ${errorText(error)}`;
      flash.error(header, { id: messageId, content });
    } finally {
      setPending(false);
      refreshQueries(queries, queriesOfRoutes(listeners.listListenerEvents.area));
    }
  };
  return {
    button: (
      <Button {...disabledBy(refusal)} loading={isPending} onClick={() => setConfirming(true)}>
        {listener ? 'Replay all parked' : 'Replay parked events'}
      </Button>
    ),
    dialog: isConfirming && (
      <ConfirmModal
        title="Replay parked events"
        confirm="Replay"
        loading={false}
        onConfirm={() => void begin()}
        onClose={() => setConfirming(false)}
      >
        Every parked event of {listener ? <b>{listener.name}</b> : 'all listeners'} is handled like
        a new event, the oldest first: it starts every enabled bot that its listener triggers. A bot
        that the event has already started is not started again.
      </ConfirmModal>
    ),
  };
};
