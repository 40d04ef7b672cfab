import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { useAbort } from './use-abort.ts';

type Props = { run: { _id: string; bot_name: string }; onClose: () => void };

const AbortWarning = ({ run }: Pick<Props, 'run'>) => (
  <>
    The run of {run.bot_name} ends now. What its nodes have already done is not undone, and any
    approval that the run waits for is cancelled.
  </>
);

/** Asks for confirmation, then aborts a run. */
export const AbortRun = ({ run, onClose }: Props) => {
  const { abort, dialog } = useAbort();
  return (
    <ConfirmModal
      title="Abort run"
      confirm="Abort run"
      {...dialog}
      onConfirm={() => abort(run._id, onClose)}
      onClose={onClose}
    >
      <AbortWarning run={run} />
    </ConfirmModal>
  );
};

type ClearProps = Props & {
  run: ExecutionView;
  /** Starts the run again. Called after this dialog is closed. */
  onAborted: () => void;
};

/** Asks for confirmation, aborts the run and has it started again without kept results. */
export const AbortAndClearCache = ({ run, onClose, onAborted }: ClearProps) => {
  const { abort, dialog } = useAbort();
  const handleAborted = () => {
    onClose();
    onAborted();
  };
  return (
    <ConfirmModal
      title="Abort and Clear Cache"
      confirm="Abort and start anew"
      {...dialog}
      onConfirm={() => abort(run._id, handleAborted)}
      onClose={onClose}
    >
      <AbortWarning run={run} /> Then a new run of version {run.version} starts with the same input.
      It uses no results kept from earlier runs.
    </ConfirmModal>
  );
};
