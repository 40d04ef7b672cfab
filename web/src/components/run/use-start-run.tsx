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

type Started = { _id: string; name: string };

/** A bot with what its run is given: the published version, and no options, unless told. */
type Run = { bot: Started } & Omit<Parameters<typeof executions.startExecution>[0], 'bot_id'>;

/** What of an ended run is run again: everything from a node on, or one turn of a loop. */
export type Again = Omit<Parameters<typeof executions.resumeExecution>[0], 'bot_exc_id'>;

const runPath = (botId: string, runId: string) =>
  pathTo('run', { bot_id: botId, bot_exc_id: runId });

const reasonOf = (error: ApiError): string => {
  const { status } = error;
  const why = failureText(error);
  if (status === 0) return `Failed to start execution. ${why}`;
  return status >= 500 ? `An unexpected error occurred. ${why}` : why;
};

type OnStarted = (run: ExecutionView) => void;

/** Tells why no run began, where a dialog asked for it: behind that, nobody would read it. */
type OnFailed = (why: string) => void;

/** Says whether a run began; `follow` goes to its page, unless the page that is open shows it. */
const useOutcome = (onStarted?: OnStarted, onFailed?: OnFailed) => {
  const navigate = useNavigate();
  return (bot: Started, follow: boolean) => ({
    onSuccess: (run: ExecutionView) => {
      const path = runPath(bot._id, run._id);
      const leaves = follow && !onStarted;
      if (leaves) void navigate(path);
      onStarted?.(run);
      const view = <Button onClick={() => void navigate(path)}>View</Button>;
      const what = run.options.dry_run ? 'Dry run' : 'Execution';
      flash.success(`${what} started for "${bot.name}"`, leaves ? {} : { action: view });
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

/** Starts a run, one for a double click, and says so. */
export const useStartRun = (onStarted?: OnStarted, onFailed?: OnFailed) => {
  const outcome = useOutcome(onStarted, onFailed);
  const { mutate, isPending } = useOnce(executions.startExecution);
  const start = ({ bot, ...run }: Run, follow: boolean) =>
    mutate({ bot_id: bot._id, ...run }, outcome(bot, follow));
  return { start, isPending };
};

export type Restart = 'resume' | 'replay';

/** Runs an ended run on or once more, and goes to the run that this begins, or has it shown. */
export const useRestart = (how: Restart, onStarted?: OnStarted, onFailed?: OnFailed) => {
  const outcome = useOutcome(onStarted, onFailed);
  const call = how === 'resume' ? executions.resumeExecution : executions.replayExecution;
  const { mutate, isPending } = useOnce(call);
  const restart = (
    { _id, bot_id, bot_name }: Pick<ExecutionView, '_id' | 'bot_id' | 'bot_name'>,
    again: Again = {},
  ) => {
    const input = { bot_exc_id: _id, ...(how === 'resume' && again) };
    mutate(input, outcome({ _id: bot_id, name: bot_name }, true));
  };
  return { restart, isPending };
};

/** The question before a run is run on or once more: it says why that failed, and stays then. */
export const useAskedRestart = (how: Restart, run: ExecutionView, again?: Again) => {
  const [asking, setAsking] = useState(false);
  const [why, setWhy] = useState<string>();
  const { restart, isPending } = useRestart(how, undefined, setWhy);
  const ask = (isAsked: boolean) => {
    setWhy(undefined);
    setAsking(isAsked);
  };
  return {
    asking,
    ask: () => ask(true),
    dialog: {
      loading: isPending,
      failure: why === undefined ? undefined : { header: 'No run began', content: why },
      onConfirm: () => restart(run, again),
      onClose: () => ask(false),
    },
  };
};
