import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { useAbort } from './use-abort.ts';

type Props = { run: { _id: string; bot_name: string }; onClose: () => void };

const Ends = ({ run }: Pick<Props, 'run'>) => (
  <>
    The run of {run.bot_name} ends now. What its nodes have done already stays done, and an approval
    that it waits for is cancelled.
  </>
);

/** Asks before a run is aborted. */
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
      <Ends run={run} />
    </ConfirmModal>
  );
};

type ClearProps = Props & {
  run: ExecutionView;
  /** Starts the run anew. It outlives this question. */
  onAborted: () => void;
};

/** Asks, aborts, and has the run started anew without results that were kept. */
export const AbortAndClearCache = ({ run, onClose, onAborted }: ClearProps) => {
  const { abort, dialog } = useAbort();
  const done = () => {
    onClose();
    onAborted();
  };
  return (
    <ConfirmModal
      title="Abort and Clear Cache"
      confirm="Abort and start anew"
      {...dialog}
      onConfirm={() => abort(run._id, done)}
      onClose={onClose}
    >
      <Ends run={run} /> Then a new run of version {run.version} begins with the same input, and
      takes no result that an earlier run has kept.
    </ConfirmModal>
  );
};
