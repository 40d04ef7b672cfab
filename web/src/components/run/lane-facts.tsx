import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { LaneView } from '#lib/domain/executions/lanes/lane-view.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { nodeStateProps, RunState } from '#web/components/run-state.tsx';
import { msOf, Time } from '#web/components/time.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import type { RunViewState } from './run-view-state.ts';
import { durationText } from './progress.ts';
import { RunTurnAgain } from './run-again.tsx';
import { TurnChooser } from './turn-chooser.tsx';
import { pollNodesEvery } from './use-run.ts';

const durationOf = ({ created_at, finished_at }: LaneView): string =>
  finished_at ? durationText(msOf(finished_at) - msOf(created_at)) : '-';

/** The state of a turn or branch; a decision in it says more than the state. */
const laneStateProps = ({ state: status, decision }: LaneView, isDry: boolean) => ({
  ...nodeStateProps({ status, decision }),
  isDry,
});

type FactsProps = { lane: LaneView; isLoop: boolean; isDry: boolean };

const Facts = ({ lane, isLoop, isDry }: FactsProps) => (
  <SpaceBetween size="m">
    <KeyValuePairs
      columns={2}
      items={[
        {
          label: isLoop ? 'Iteration' : 'Branch',
          value: <RunState {...laneStateProps(lane, isDry)} />,
        },
        { label: 'Duration', value: durationOf(lane) },
        { label: 'Started', value: <Time at={lane.created_at} /> },
        { label: 'Finished', value: <Time at={lane.finished_at} /> },
      ]}
    />
    {lane.errors.length > 0 && (
      <Alert type={lane.state === 'CANCELLED' ? 'warning' : 'error'}>
        {lane.errors.map((error) => (
          <Box key={error}>{error}</Box>
        ))}
      </Alert>
    )}
    {lane.item !== undefined && (
      <div>
        <Box variant="awsui-key-label">Item</Box>
        <LazyJsonView value={lane.item} subject="item" />
      </div>
    )}
    {lane.item_ref && (
      <Box color="text-body-secondary">The item is too large to be shown here.</Box>
    )}
  </SpaceBetween>
);

type Props = { view: RunViewState; opener: GraphNode };

/** The selected turn of a loop, or branch of a parallel, and its state. */
export const LaneFacts = ({ view, opener }: Props) => {
  const { run, map, choices, results } = view;
  const index = choices[opener.id] ?? 0;
  const parent = map.laneAt(opener.id, choices);
  const { data, error, refetch } = useCall(
    executions.listLanes,
    { bot_exc_id: run._id, node_id: opener.id, ...(parent && { lane: parent }), index },
    { poll: isFinal(run.state) ? false : pollNodesEvery, keep: true },
  );
  const [lane] = data?.items ?? [];
  const isLoop = opensTurns(opener.type);
  return (
    <SpaceBetween size="m">
      <TurnChooser
        run={run}
        opener={opener}
        parent={parent}
        map={map}
        index={index}
        plannedCount={results[opener.id]?.lanes?.planned}
        onChoose={(to) => view.choose(opener.id, to)}
      />
      {error && <LoadFailed error={error} subject="this turn" onRetry={refetch} />}
      {data && !lane && <Box color="text-body-secondary">It has not started.</Box>}
      {lane && <Facts lane={lane} isLoop={isLoop} isDry={run.options.dry_run === true} />}
      {lane && isLoop && <RunTurnAgain view={view} loop={opener} index={index} />}
    </SpaceBetween>
  );
};
