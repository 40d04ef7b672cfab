import { useState } from 'react';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { whyNotManual } from '#lib/domain/bots/bot.rules.ts';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { AbortAndClearCache, AbortRun } from '#web/components/run/abort-run.tsx';
import { useStartRun } from '#web/components/run/use-start-run.tsx';
import { rerunInputOf } from './rerun-input.ts';

type Props = { run: ExecutionView };
type TriggerType = BotSummary['trigger_type'];

const calls = { start: executions.startExecution, abort: executions.abortExecution };

/** The triggers of bots whose runs cannot be started again by hand. */
const triggersWithoutStart: Partial<Record<ExecutionView['trigger']['type'], TriggerType>> = {
  event: 'event_driven',
  finding: 'compliance_finding',
};

/** Why each action on this run is not possible; undefined if it is. */
const useRefusalReasons = ({ run }: Props) => {
  const { start, abort } = useRefusals(calls);
  const reader = triggersWithoutStart[run.trigger.type];
  return {
    start: start ?? (reader && whyNotManual(reader)),
    abort: abort ?? (isFinal(run.state) ? 'This run has ended.' : undefined),
  };
};

/** Starts the run again: unchanged, without kept results, or as a dry run. */
export const RunAgain = ({ run }: Props) => {
  const reason = useRefusalReasons({ run }).start;
  const { start, isPending } = useStartRun();
  const rerunInput = rerunInputOf(run);
  const acts: Record<string, object> = {
    uncached: { caching_settings: false },
    dry: { dry_run: true },
  };
  return (
    <ButtonDropdown
      mainAction={{
        text: 'Run again',
        ...disabledBy(reason),
        loading: isPending,
        loadingText: 'Starting a run',
        onClick: () => start(rerunInput, true),
      }}
      ariaLabel="More ways to run again"
      expandToViewport
      items={[
        { id: 'uncached', text: 'Run again without cache', ...disabledBy(reason) },
        {
          id: 'dry',
          text: 'Dry run again',
          description: 'Nodes that would change something only report what they would do.',
          ...disabledBy(reason),
        },
      ]}
      onItemClick={({ detail }) => start({ ...rerunInput, ...acts[detail.id] }, true)}
    />
  );
};

/** Aborts the run; optionally starts it again without kept results. */
export const AbortButton = ({ run }: Props) => {
  const { abort, start } = useRefusalReasons({ run });
  const [dialog, setDialog] = useState<'abort' | 'clear'>();
  const newRun = useStartRun();
  const close = () => setDialog(undefined);
  const startAnew = () =>
    newRun.start({ ...rerunInputOf(run), forceStart: true, caching_settings: false }, true);
  return (
    <>
      <ButtonDropdown
        mainAction={{ text: 'Abort', ...disabledBy(abort), onClick: () => setDialog('abort') }}
        ariaLabel="More ways to abort"
        expandToViewport
        items={[{ id: 'clear', text: 'Abort and Clear Cache', ...disabledBy(abort ?? start) }]}
        onItemClick={() => setDialog('clear')}
      />
      {dialog === 'abort' && <AbortRun run={run} onClose={close} />}
      {dialog === 'clear' && <AbortAndClearCache run={run} onClose={close} onAborted={startAnew} />}
    </>
  );
};
