import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import type { ApiError } from '#web/api/api-error.ts';
import { executions } from '#web/api/executions.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';

type Run = {
  bot: { _id: string; name: string };
  /** The published one unless told. */
  version?: number;
  input?: Record<string, unknown>;
};

const runPath = (botId: string, runId: string) => `/bots/${botId}/executions/${runId}`;

const reasonOf = ({ status, message }: ApiError): string => {
  if (status === 0) return 'Failed to start execution.';
  return status >= 500 ? 'An unexpected error occurred.' : message;
};

/** Starts a run and says so, in the words of spec 3 section 8. `follow` goes to the run's page. */
export const useStartRun = () => {
  const navigate = useNavigate();
  const { mutate, isPending } = useAction(executions.startExecution);
  const start = ({ bot, version, input }: Run, follow: boolean) =>
    mutate(
      { bot_id: bot._id, ...(version && { version }), ...(input && { input }) },
      {
        onSuccess: ({ _id }) => {
          const path = runPath(bot._id, _id);
          if (follow) void navigate(path);
          const view = <Button onClick={() => void navigate(path)}>View</Button>;
          flash.success(`Execution started for "${bot.name}"`, follow ? {} : { action: view });
        },
        onError: (error) => {
          const list = `/bots/executions?bot_id=${bot._id}`;
          flash.error('Execution Error', {
            content: reasonOf(error),
            action: <Button onClick={() => void navigate(list)}>View Executions</Button>,
          });
        },
      },
    );
  return { start, isPending };
};
