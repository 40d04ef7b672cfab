import { useQueryClient } from '@tanstack/react-query';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { servicePortal } from '#web/api/service-portal.ts';
import { queryKey } from '#web/api/use-call.ts';
import { useLive } from '#web/api/use-live.ts';
import { type ChannelMessage, useChannel } from '#web/api/use-socket.ts';
import { withStepState } from './progress.ts';

/** How often results are read again while a run goes on (ms). */
export const pollEvery = 20_000;

/**
 * A run as it goes on: frames set a step's state at once and ask for the results, which then win.
 * Asking ends with the run.
 */
export const usePortalRun = (id: string) => {
  const queries = useQueryClient();
  const asked = { bot_exc_id: id };
  const { answer, askAgain } = useLive(
    servicePortal.getPortalRun,
    asked,
    { poll: (run) => (run && isFinal(run.state) ? false : pollEvery) },
  );
  const hear = ({ bot_exc_id, ...progress }: ChannelMessage<'portal_run_updated'>) => {
    if (bot_exc_id !== id) return;
    const key = queryKey(servicePortal.getPortalRun, asked);
    queries.setQueryData<PortalRun>(key, (run) => run && withStepState(run, progress));
    askAgain();
  };
  useChannel('portal_run_updated', hear);
  // Of the runs of others ROOT hears by the channel of all runs only.
  useChannel('bot_execution_updated', hear);
  return answer;
};
