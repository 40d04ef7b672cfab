import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionView, RunOptions } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link, LinkButton } from '#web/components/link.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { RunStatus } from '#web/components/run-state.tsx';
import { Time } from '#web/components/time.tsx';
import { ReplayRun, ResumeRun } from './restart-run.tsx';
import { AbortButton, RunAgain } from './run-acts.tsx';
import { TriggerText } from '#web/components/run/trigger-text.tsx';
import type { useRun } from '#web/components/run/use-run.ts';

type Props = {
  run: ExecutionView;
  graph: Graph;
  /** The currently published version. */
  published: number | undefined;
  query: Omit<ReturnType<typeof useRun>, 'refetch'> & { refetch: () => void };
};

/** The relation to another run, shown before the link to it. */
const originText = ({ resumed_from, from, only }: RunOptions): string => {
  if (!resumed_from) return 'Replays';
  if (only) return 'Repeats one iteration of';
  return from ? 'Runs from a node on' : 'Resumes';
};

/** The nodes with pinned data, if the graph is known. */
const pinnedText = (graph: Graph | undefined): string => {
  const names = graph?.nodes.flatMap(({ name, pinned }) => (pinned ? [name] : [])) ?? [];
  return ['Uses pinned data', names.join(', ')].filter(Boolean).join(' for: ');
};

type FactsProps = { run: ExecutionView; graph?: Graph };

/** The origin of a run besides its trigger, and its options. */
const Origin = ({ run: { bot_id, options }, graph }: FactsProps) => {
  const { resumed_from, replay_of, use_pins, until, caching_settings } = options;
  const from = resumed_from ?? replay_of;
  return (
    <>
      {use_pins && <Badge color="severity-medium">{pinnedText(graph)}</Badge>}
      {until && <Badge>Up to a node</Badge>}
      {caching_settings === false && <Badge>Without cache</Badge>}
      {from && (
        <Box>
          {originText(options)}{' '}
          <Link to={pathTo('run', { bot_id, bot_exc_id: from })}>an earlier run</Link>
        </Box>
      )}
    </>
  );
};

/** The state of a run, and its trigger. */
export const RunFacts = ({ run, graph }: FactsProps) => (
  <SpaceBetween size="m" direction="horizontal" alignItems="center">
    <RunStatus run={run} />
    <Box>
      Trigger: <TriggerText trigger={run.trigger} />
    </Box>
    <Box>Version {run.version}</Box>
    <Box>
      Started: <Time at={run.created_at} />
    </Box>
    {run.finished_at && (
      <Box>
        Finished: <Time at={run.finished_at} />
      </Box>
    )}
    <Origin run={run} {...(graph && { graph })} />
  </SpaceBetween>
);

/** State and trigger of a run, and its actions. */
export const RunHeader = ({ run, graph, published, query }: Props) => (
  <SpaceBetween size="xxs">
    <Header
      variant="h1"
      actions={
        <SpaceBetween size="xs" direction="horizontal" alignItems="center">
          <Refresh {...query} subject="run" />
          <LinkButton to={pathTo('bot', { bot_id: run.bot_id }, { mode: 'view' })}>
            Open bot
          </LinkButton>
          <RunAgain run={run} />
          {isFinal(run.state) && <ReplayRun run={run} published={published} />}
          {isFinal(run.state) && <ResumeRun run={run} published={published} />}
          <AbortButton run={run} />
        </SpaceBetween>
      }
    >
      Run of {run.bot_name}
    </Header>
    <RunFacts run={run} graph={graph} />
  </SpaceBetween>
);
