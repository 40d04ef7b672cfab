import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { useAbort } from './use-abort.ts';

type Props = { run: { _id: string; bot_name: string }; onClose: () => void };

/** Asks before a run is aborted. */
export const AbortRun = ({ run, onClose }: Props) => {
  const { abort, isPending } = useAbort();
  return (
    <ConfirmModal
      title="Abort run"
      confirm="Abort run"
      loading={isPending}
      onConfirm={() => abort(run._id, onClose)}
      onClose={onClose}
    >
      The run of {run.bot_name} ends now. What its nodes have done already stays done, and an
      approval that it waits for is cancelled.
    </ConfirmModal>
  );
};
