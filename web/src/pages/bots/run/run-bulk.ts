import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { localTime } from '#web/components/time.tsx';
import type { BulkWork } from '../acts/use-bulk.tsx';

/** `1 run`, `2 runs`. */
export const counted = (count: number) => `${count} run${count === 1 ? '' : 's'}`;

/** Ends several runs of the list. */
export const abortRuns: BulkWork<ExecutionSummary> = {
  id: 'runs-bulk',
  doing: 'Aborting',
  done: 'aborted',
  counted,
  nameOf: ({ bot_name, created_at }) => `${bot_name}, started ${localTime(created_at)}`,
  skip: ({ state }) => (isFinal(state) ? 'This run has ended.' : undefined),
  act: ({ _id }) => executions.abortExecution({ bot_exc_id: _id }),
};
