import { useQueryClient } from '@tanstack/react-query';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { queryKey } from '#web/api/use-call.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { type ChannelMessage, useChannel } from '#web/api/use-socket.ts';
import { withStepState } from './progress.ts';

/** Milliseconds between polls while a run continues. */
export const pollEvery = 20_000;

/**
 * A run with its updates: a frame sets a step's state at once and requests the results, which then
 * prevail. Polling stops when the run ends.
 */
export const usePortalRun = (id: string) => {
  const queries = useQueryClient();
  const input = { bot_exc_id: id };
  const { answer, askAgain } = useRefetchableCall(servicePortal.getPortalRun, input, {
    poll: (run) => (run && isFinal(run.state) ? false : pollEvery),
  });
  const hear = ({ bot_exc_id, ...progress }: ChannelMessage<'portal_run_updated'>) => {
    if (bot_exc_id !== id) return;
    const key = queryKey(servicePortal.getPortalRun, input);
    queries.setQueryData<PortalRun>(key, (run) => run && withStepState(run, progress));
    askAgain();
  };
  useChannel('portal_run_updated', hear);
  // For other users' runs, ROOT receives frames only on the channel of all runs.
  useChannel('bot_execution_updated', hear);
  return answer;
};
