import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { useStartRun } from '../acts/use-start-run.tsx';
import { sameRun } from './same-run.ts';
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
  const { abort, isPending } = useAbort();
  return (
    <ConfirmModal
      title="Abort run"
      confirm="Abort run"
      loading={isPending}
      onConfirm={() => abort(run._id, { onSettled: onClose })}
      onClose={onClose}
    >
      <Ends run={run} />
    </ConfirmModal>
  );
};

/** Asks, aborts, and starts the run anew without results that were kept (spec 3 section 4). */
export const AbortAndClearCache = ({ run, onClose }: Props & { run: ExecutionView }) => {
  const { abort, isPending } = useAbort();
  const { start } = useStartRun();
  const anew = { ...sameRun(run), forceStart: true, caching_settings: false };
  return (
    <ConfirmModal
      title="Abort and Clear Cache"
      confirm="Abort and start anew"
      loading={isPending}
      onConfirm={() => abort(run._id, { onSettled: onClose, onDone: () => start(anew, true) })}
      onClose={onClose}
    >
      <Ends run={run} /> Then a new run of version {run.version} begins with the same input, and
      takes no result that an earlier run has kept.
    </ConfirmModal>
  );
};
