import { useState } from 'react';
import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { executions } from '#web/api/executions.ts';
import { useOnce } from '#web/api/use-once.ts';
import { flash } from '#web/app/flash.tsx';
import { failureText } from '#web/components/failure-text.ts';

type StartedBot = { _id: string; name: string };

/** The bot and the input of its run: by default the published version, without options. */
type Run = { bot: StartedBot } & Omit<Parameters<typeof executions.startExecution>[0], 'bot_id'>;

/** The part of an ended run to repeat: everything from a node on, or one turn of a loop. */
export type ResumeOptions = Omit<Parameters<typeof executions.resumeExecution>[0], 'bot_exc_id'>;

const runPath = (botId: string, runId: string) =>
  pathTo('run', { bot_id: botId, bot_exc_id: runId });

const reasonOf = (error: ApiError): string => {
  const { status } = error;
  const reason = failureText(error);
  if (status === 0) return `Failed to start execution. ${reason}`;
  return status >= 500 ? `An unexpected error occurred. ${reason}` : reason;
};

type OnStarted = (run: ExecutionView) => void;

/**
 * Reports to the dialog that asked why no run was started: a message behind it would not be seen.
 */
type OnFailed = (reason: string) => void;

/**
 * Reports whether a run was started; `follow` opens its page, unless the current page shows the
 * run.
 */
const useStartReport = (onStarted?: OnStarted, onFailed?: OnFailed) => {
  const navigate = useNavigate();
  return (bot: StartedBot, follow: boolean) => ({
    onSuccess: (run: ExecutionView) => {
      const path = runPath(bot._id, run._id);
      const leaves = follow && !onStarted;
      if (leaves) void navigate(path);
      onStarted?.(run);
      const view = <Button onClick={() => void navigate(path)}>View</Button>;
      const runLabel = run.options.dry_run ? 'Dry run' : 'Execution';
      flash.success(`${runLabel} started for "${bot.name}"`, leaves ? {} : { action: view });
    },
    onError: (error: ApiError) => {
      if (onFailed) {
        onFailed(reasonOf(error));
        return;
      }
      const list = pathTo('runs', {}, { bot_id: bot._id });
      flash.error('Execution Error', {
        content: reasonOf(error),
        action: <Button onClick={() => void navigate(list)}>View Executions</Button>,
      });
    },
  });
};

/** Starts a run, only one on a double click, and reports the result. */
export const useStartRun = (onStarted?: OnStarted, onFailed?: OnFailed) => {
  const outcome = useStartReport(onStarted, onFailed);
  const { mutate, isPending } = useOnce(executions.startExecution);
  const start = ({ bot, ...run }: Run, follow: boolean) =>
    mutate({ bot_id: bot._id, ...run }, outcome(bot, follow));
  return { start, isPending };
};

export type Restart = 'resume' | 'replay';

/** Resumes or replays an ended run, and opens or shows the new run. */
export const useRestart = (kind: Restart, onStarted?: OnStarted, onFailed?: OnFailed) => {
  const outcome = useStartReport(onStarted, onFailed);
  const call = kind === 'resume' ? executions.resumeExecution : executions.replayExecution;
  const { mutate, isPending } = useOnce(call);
  const restart = (
    { _id, bot_id, bot_name }: Pick<ExecutionView, '_id' | 'bot_id' | 'bot_name'>,
    options: ResumeOptions = {},
  ) => {
    const input = { bot_exc_id: _id, ...(kind === 'resume' && options) };
    mutate(input, outcome({ _id: bot_id, name: bot_name }, true));
  };
  return { restart, isPending };
};

/** The confirmation before a run is resumed or replayed; on failure it stays open and shows why. */
export const useConfirmedRestart = (kind: Restart, run: ExecutionView, options?: ResumeOptions) => {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { restart, isPending } = useRestart(kind, undefined, setFailure);
  const setDialogOpen = (isOpen: boolean) => {
    setFailure(undefined);
    setAsking(isOpen);
  };
  return {
    asking: isAsking,
    ask: () => setDialogOpen(true),
    dialog: {
      loading: isPending,
      failure: failure === undefined ? undefined : { header: 'No run began', content: failure },
      onConfirm: () => restart(run, options),
      onClose: () => setDialogOpen(false),
    },
  };
};
