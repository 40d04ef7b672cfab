import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link, LinkButton } from '#web/components/link.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { RunState } from '#web/components/run-state.tsx';
import { Time } from '#web/components/time.tsx';
import { eventDriven } from '../acts/refusals.ts';
import { useStartRun } from '../acts/use-start-run.tsx';
import { ReplayRun, ResumeRun } from './restart-run.tsx';
import { TriggerText } from './trigger-text.tsx';
import type { useRun } from './use-run.ts';

type Props = {
  run: ExecutionView;
  /** The version that is published now. */
  published: number | undefined;
  query: ReturnType<typeof useRun>;
  onAbort: () => void;
};

/** Where a run comes from besides its trigger. */
const Origin = ({ run: { bot_id, options } }: { run: ExecutionView }) => {
  const { resumed_from, replay_of } = options;
  const from = resumed_from ?? replay_of;
  return (
    <>
      {options.dry_run && <Badge>Dry run</Badge>}
      {from && (
        <Box>
          {resumed_from ? 'Resumes' : 'Replays'}{' '}
          <Link to={`/bots/${bot_id}/executions/${from}`}>an earlier run</Link>
        </Box>
      )}
    </>
  );
};

const Facts = ({ run }: { run: ExecutionView }) => (
  <SpaceBetween size="m" direction="horizontal" alignItems="center">
    <RunState state={run.state} />
    <Box>
      Trigger: <TriggerText trigger={run.trigger} />
    </Box>
    <Box>Version {run.version}</Box>
    <Box>
      Started: <Time at={run.created_at} />
    </Box>
    <Origin run={run} />
  </SpaceBetween>
);

const inputOf = ({ input }: ExecutionView): Record<string, unknown> =>
  typeof input === 'object' && input !== null ? { ...input } : {};

const RunAgain = ({ run }: { run: ExecutionView }) => {
  const refusal = useRefusal(executions.startExecution);
  const { start, isPending } = useStartRun();
  const reason = refusal ?? (run.trigger.type === 'event' ? eventDriven : undefined);
  const { version } = run;
  const again = () =>
    start({ bot: { _id: run.bot_id, name: run.bot_name }, version, input: inputOf(run) }, true);
  return (
    <Button {...disabledBy(reason)} loading={isPending} onClick={again}>
      Run again
    </Button>
  );
};

/** State and cause of a run, and what can be done with it. */
export const RunHeader = ({ run, published, query, onAbort }: Props) => {
  const refusal = useRefusal(executions.abortExecution);
  const ended = isFinal(run.state) ? 'This run has ended.' : undefined;
  return (
    <SpaceBetween size="xxs">
      <Header
        variant="h1"
        actions={
          <SpaceBetween size="xs" direction="horizontal" alignItems="center">
            <Refresh {...query} what="run" />
            <LinkButton to={`/bots/${run.bot_id}?mode=view`}>Open bot</LinkButton>
            <RunAgain run={run} />
            {ended && <ReplayRun run={run} published={published} />}
            {ended && <ResumeRun run={run} published={published} />}
            <Button {...disabledBy(refusal ?? ended)} onClick={onAbort}>
              Abort
            </Button>
          </SpaceBetween>
        }
      >
        Run of {run.bot_name}
      </Header>
      <Facts run={run} />
    </SpaceBetween>
  );
};
