import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { listeners } from '#web/api/listeners.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { Link } from '#web/components/link.tsx';

/** The bots that the listener starts, by name, as far as the first page of them goes. */
const StartedBots = ({ listenerId }: { listenerId: string }) => {
  const { data } = useCall(bots.listBots, { listener_id: listenerId });
  if (!data || data.items.length === 0) return null;
  return (
    <ul>
      {data.items.map(({ _id, name }) => (
        <li key={_id}>
          <Link to={pathTo('bot', { bot_id: _id }, { mode: 'view' })}>{name}</Link>
        </li>
      ))}
      {data.next && <li>and more</li>}
    </ul>
  );
};

type Props = { listener: ListenerView; onClose: () => void; onDeleted: () => void };

/** Asks before a listener goes, and tells the result. */
export const DeleteListener = ({ listener, onClose, onDeleted }: Props) => {
  const { mutate, isPending } = useAction(listeners.deleteListener);
  const remove = () =>
    mutate(
      { listener_id: listener._id },
      {
        onSuccess: () => {
          onDeleted();
          flash.success('Listener Successfully Deleted');
        },
        onError: ({ message }) => {
          onClose();
          flash.error('Failed to delete listener. Please try again later.', { content: message });
        },
      },
    );
  return (
    <ConfirmModal
      title="Delete listener"
      confirm="Delete"
      loading={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <Box>
          Delete <Box variant="strong">{listener.name}</Box> permanently? This cannot be undone.
        </Box>
        <Alert type="warning">
          Bots that are triggered by this listener will stop, and calls of its webhook URL will be
          refused.
          <StartedBots listenerId={listener._id} />
        </Alert>
      </SpaceBetween>
    </ConfirmModal>
  );
};
