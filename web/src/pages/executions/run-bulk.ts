import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { localTime } from '#web/components/time.tsx';
import type { BulkAction } from '#web/components/use-bulk-action.tsx';

/** Aborts several runs of the list. */
export const abortRunsAction: BulkAction<ExecutionSummary> = {
  id: 'runs-bulk',
  progressText: 'Aborting',
  doneText: 'aborted',
  noun: 'run',
  nameOf: ({ bot_name, created_at }) => `${bot_name}, started ${localTime(created_at)}`,
  skip: ({ state }) => (isFinal(state) ? 'This run has ended.' : undefined),
  perform: ({ _id }) => executions.abortExecution({ bot_exc_id: _id }),
};
