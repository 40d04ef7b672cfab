import type { ReactNode } from 'react';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { UsedBy } from './used-by.tsx';

type Props = {
  action: { _id: string; name: string };
  onDeleted: () => void;
  onClose: () => void;
};

const warningOf = (names: ReactNode) => (
  <>These bots would fail at the node that runs it: {names}</>
);

/** Asks for confirmation before an action is deleted, with the bots that use it. */
export const DeleteAction = ({ action: { _id, name }, onDeleted, onClose }: Props) => {
  const { data } = useCall(actions.getActionUse, { action_id: _id });
  const isUsed = (data?.items.length ?? 0) > 0;
  return (
    <DeleteDialog
      subject="action"
      call={actions.deleteAction}
      input={{ action_id: _id, although_used: isUsed ? 'true' : 'false' } as const}
      successText="Action Successfully Deleted"
      failureHeader="Failed to delete action"
      warning={isUsed && <UsedBy id={_id}>{warningOf}</UsedBy>}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      Are you sure you want to delete this Action? This deletes <b>{name}</b> and all its versions.
    </DeleteDialog>
  );
};
