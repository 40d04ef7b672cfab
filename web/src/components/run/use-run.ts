import { useQueryClient } from '@tanstack/react-query';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { queryKey } from '#web/api/use-call.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { withNodeState } from './progress.ts';

/** How often results are read again while a run goes on (ms). */
export const pollEvery = 20_000;

/** How often the states of branches and turns are read again while a run goes on (ms). */
export const pollNodesEvery = 30_000;

/**
 * A run with its updates: a frame sets a node's state at once and requests the results, which then
 * prevail. Polling stops when the run ends.
 */
export const useRun = (id: string) => {
  const queries = useQueryClient();
  const input = { bot_exc_id: id };
  const { answer, askAgain } = useRefetchableCall(executions.getExecution, input, {
    poll: (run) => (run && isFinal(run.state) ? false : pollEvery),
  });
  useChannel('bot_execution_updated', ({ bot_exc_id, node_name, status, lane }) => {
    if (bot_exc_id !== id) return;
    // Frames of branches and turns need the graph: see `useTurns`.
    if (node_name !== '' && !lane) {
      queries.setQueryData<ExecutionView>(
        queryKey(executions.getExecution, input),
        (run) => run && withNodeState(run, node_name, status),
      );
    }
    askAgain();
  });
  return answer;
};
