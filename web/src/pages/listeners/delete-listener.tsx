import Box from '@cloudscape-design/components/box';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { listeners } from '#web/api/listeners.ts';
import { BotsUsing } from '#web/components/bots-using.tsx';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';

type Props = { listener: ListenerView; onClose: () => void; onDeleted?: (() => void) | undefined };

/** Asks for confirmation, deletes a listener and reports the result. */
export const DeleteListener = ({ listener, onClose, onDeleted }: Props) => {
  return (
    <DeleteDialog
      call={listeners.deleteListener}
      input={{ listener_id: listener._id }}
      subject="listener"
      warning={
        <>
          Bots that are triggered by this listener will stop, and calls of its webhook URL will be
          refused.
          <BotsUsing by={{ listener_id: listener._id }} />
        </>
      }
      successText="Listener Successfully Deleted"
      failureHeader="Failed to delete listener. Please try again later."
      onClose={onClose}
      onDeleted={onDeleted}
    >
      Delete <Box variant="strong">{listener.name}</Box> permanently? This cannot be undone.
    </DeleteDialog>
  );
};
