import Box from '@cloudscape-design/components/box';
import type { ListenerView } from '#lib/domain/listeners/listener.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from '#web/components/link.tsx';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';

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

type Props = { listener: ListenerView; onClose: () => void; onDeleted?: (() => void) | undefined };

/** Asks before a listener goes, and tells the result. */
export const DeleteListener = ({ listener, onClose, onDeleted }: Props) => {
  return (
    <DeleteDialog
      call={listeners.deleteListener}
      input={{ listener_id: listener._id }}
      what="listener"
      warning={
        <>
          Bots that are triggered by this listener will stop, and calls of its webhook URL will be
          refused.
          <StartedBots listenerId={listener._id} />
        </>
      }
      done="Listener Successfully Deleted"
      failed="Failed to delete listener. Please try again later."
      onClose={onClose}
      onDeleted={onDeleted}
    >
      Delete <Box variant="strong">{listener.name}</Box> permanently? This cannot be undone.
    </DeleteDialog>
  );
};
