import { useState } from 'react';
import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import { pathTo } from '#lib/pages.ts';
import { botBuilder } from '#web/api/bot-builder.ts';
import { handOverTask } from '#web/app/draft-handover.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { findFailure } from './failure.ts';
import { taskOfRun } from './run-task.ts';

/**
 * Opens the AI builder for the bot of a failed run, with the details of the failure; nothing for
 * other runs.
 */
export const ExplainRun = ({ view: { run, graph } }: { view: RunViewState }) => {
  const navigate = useNavigate();
  const refusal = useRefusal(botBuilder.askBuilder);
  const [isReading, setReading] = useState(false);
  if (run.state !== 'FAILED') return null;
  const openBuilder = async () => {
    setReading(true);
    // The results in a loop may not be readable: the task then describes only the run itself.
    const failure = await findFailure(run).catch(() => undefined);
    handOverTask(taskOfRun(run, graph, failure));
    const { bot_id } = run;
    await navigate(pathTo('bot', { bot_id }, { mode: 'edit', panel: 'ai-builder', ref: 'run' }));
  };
  return (
    <Button
      iconName="gen-ai"
      loading={isReading}
      {...disabledBy(refusal)}
      onClick={() => void openBuilder()}
    >
      Explain this run
    </Button>
  );
};
