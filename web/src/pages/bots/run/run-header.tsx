import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView, RunOptions } from '#lib/domain/executions/execution.schema.ts';
import { Link, LinkButton } from '#web/components/link.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { RunState } from '#web/components/run-state.tsx';
import { Time } from '#web/components/time.tsx';
import { ReplayRun, ResumeRun } from './restart-run.tsx';
import { Abort, RunAgain } from './run-acts.tsx';
import { TriggerText } from './trigger-text.tsx';
import type { useRun } from './use-run.ts';

type Props = {
  run: ExecutionView;
  /** The version that is published now. */
  published: number | undefined;
  query: Omit<ReturnType<typeof useRun>, 'refetch'> & { refetch: () => void };
};

/** What a run takes over from another one, in front of the link to that one. */
const originText = ({ resumed_from, from, only }: RunOptions): string => {
  if (!resumed_from) return 'Replays';
  if (only) return 'Does one turn again of';
  return from ? 'Runs from a node on' : 'Resumes';
};

/** Where a run comes from besides its trigger, and how it differs from a plain one. */
const Origin = ({ run: { bot_id, options } }: { run: ExecutionView }) => {
  const { resumed_from, replay_of, dry_run, use_pins, until, caching_settings } = options;
  const from = resumed_from ?? replay_of;
  return (
    <>
      {dry_run && <Badge>Dry run</Badge>}
      {use_pins && <Badge>Uses pinned data</Badge>}
      {until && <Badge>Up to a node</Badge>}
      {caching_settings === false && <Badge>Without cache</Badge>}
      {from && (
        <Box>
          {originText(options)}{' '}
          <Link to={`/bots/${bot_id}/executions/${from}`}>an earlier run</Link>
        </Box>
      )}
    </>
  );
};

/** How a run stands, and what began it. */
export const RunFacts = ({ run }: { run: ExecutionView }) => (
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

/** State and cause of a run, and what can be done with it. */
export const RunHeader = ({ run, published, query }: Props) => (
  <SpaceBetween size="xxs">
    <Header
      variant="h1"
      actions={
        <SpaceBetween size="xs" direction="horizontal" alignItems="center">
          <Refresh {...query} what="run" />
          <LinkButton to={`/bots/${run.bot_id}?mode=view`}>Open bot</LinkButton>
          <RunAgain run={run} />
          {isFinal(run.state) && <ReplayRun run={run} published={published} />}
          {isFinal(run.state) && <ResumeRun run={run} published={published} />}
          <Abort run={run} />
        </SpaceBetween>
      }
    >
      Run of {run.bot_name}
    </Header>
    <RunFacts run={run} />
  </SpaceBetween>
);
