import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { useBulkAction } from '#web/components/use-bulk-action.tsx';
import { useSelection } from '#web/components/use-selection.ts';
import { abortRunsAction } from './run-bulk.ts';

/** The selection of runs and the bulk abort; runs that could not be aborted stay selected. */
export const useBulkAbort = (visibleRuns: readonly ExecutionSummary[], page: string) => {
  const { chosen, choose } = useSelection(visibleRuns, page);
  const { run, isPending } = useBulkAction(executions.listExecutions.area);
  const refusal = useRefusal(executions.abortExecution);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  const begin = () => {
    close();
    void run(abortRunsAction, chosen).then(choose);
  };
  const emptyReason = chosen.length === 0 ? 'Choose the runs to abort.' : undefined;
  const endedReason = chosen.every(({ state }) => isFinal(state)) ? 'They have ended.' : undefined;
  const reason = refusal ?? emptyReason ?? endedReason;
  return {
    chosen,
    choose,
    button: (
      <Button {...disabledBy(reason)} loading={isPending} onClick={() => setConfirming(true)}>
        Abort
      </Button>
    ),
    dialog: isConfirming && (
      <ConfirmModal
        title={`Abort ${formatCount(chosen.length, abortRunsAction.noun)}`}
        confirm="Abort runs"
        loading={false}
        onConfirm={begin}
        onClose={close}
      >
        They end now. What their nodes have already done is not undone, and approvals that they wait
        for are cancelled.
      </ConfirmModal>
    ),
  };
};
