import './run.css';
import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import {
  type ExecutionState,
  executionStates,
  type ExecutionView,
} from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { ChoiceFilter } from '#web/components/choice-filter.tsx';
import { nodeStateProps, stateLabels, stateText } from '#web/components/run-state.tsx';
import type { LaneMap } from './lane-map.ts';
import { pollNodesEvery } from './use-run.ts';

/** An opener in one lane of the run. */
type OpenerInLane = { run: ExecutionView; opener: GraphNode; parent: string };

const { listLanes } = executions;

/** The lanes of an opener, loaded in pages as the list is scrolled. */
const useLanes = ({ run, opener, parent }: OpenerInLane, state: ExecutionState | undefined) => {
  const at = { bot_exc_id: run._id, node_id: opener.id, ...(parent && { lane: parent }) };
  const filter = { ...at, ...(state && { state }) };
  return useInfiniteQuery({
    queryKey: [listLanes.routeKey, filter, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      listLanes({ ...filter, ...(pageParam && { next: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: isFinal(run.state) ? false : pollNodesEvery,
  });
};

type Props = OpenerInLane & {
  map: LaneMap;
  index: number;
  /** The planned number, if it is known. */
  plannedCount: number | undefined;
  onChoose: (index: number) => void;
};

const Options = ({ state, ...props }: Props & { state: ExecutionState | undefined }) => {
  const { opener, map, index, onChoose } = props;
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useLanes(props, state);
  const nameOf = (at: number) =>
    opensTurns(opener.type) ? `Iteration ${at + 1}` : map.branchName(opener.id, at);
  const optionOf = (at: number) => ({ value: String(at), label: nameOf(at) });
  const lanes = (data?.pages ?? []).flatMap(({ items }) => items);
  const options = lanes.map((one) => ({
    ...optionOf(one.index),
    labelTag: stateText({
      ...nodeStateProps({ status: one.state, decision: one.decision }),
      isDry: props.run.options.dry_run === true,
    }),
  }));
  const idleStatus = hasNextPage ? 'pending' : 'finished';
  return (
    <Select
      ariaLabel={`${opensTurns(opener.type) ? 'Iteration' : 'Branch'} of ${opener.name}`}
      triggerVariant="option"
      expandToViewport
      empty={state ? `None is ${stateLabels[state].toLowerCase()}.` : 'None has started yet.'}
      loadingText="Loading"
      errorText="They could not be loaded."
      recoveryText="Retry"
      statusType={isError ? 'error' : (isFetching && 'loading') || idleStatus}
      options={options}
      selectedOption={options.find(({ value }) => value === String(index)) ?? optionOf(index)}
      onLoadItems={() => {
        if (isError) void refetch();
        else if (hasNextPage && !isFetching) void fetchNextPage();
      }}
      onChange={({ detail }) => onChoose(Number(detail.selectedOption.value))}
    />
  );
};

/** Above this number of turns, they can be filtered by state. */
const manyTurns = 5;

const states = executionStates.filter((state) => state !== 'QUEUED');

/** Selects the turn of a loop, or branch of a parallel, to show. */
export const TurnChooser = (props: Props) => {
  const { opener, index, plannedCount, onChoose } = props;
  const [state, setState] = useState<ExecutionState>();
  const isLoop = opensTurns(opener.type);
  const noun = isLoop ? 'iteration' : 'branch';
  const isLast = plannedCount !== undefined && index + 1 >= plannedCount;
  return (
    <FormField
      label={`${isLoop ? 'Iteration' : 'Branch'} of ${opener.name}`}
      description={plannedCount !== undefined && `${index + 1} of ${plannedCount}`}
      stretch
    >
      <SpaceBetween size="xs">
        <div className="run-turns">
          <Button
            iconName="angle-left"
            ariaLabel={`Previous ${noun} of ${opener.name}`}
            disabled={index === 0}
            onClick={() => onChoose(index - 1)}
          />
          <Options {...props} state={state} />
          <Button
            iconName="angle-right"
            ariaLabel={`Next ${noun} of ${opener.name}`}
            disabled={isLast}
            onClick={() => onChoose(index + 1)}
          />
        </div>
        {(plannedCount ?? 0) > manyTurns && (
          <ChoiceFilter
            label={`State of the ${isLoop ? 'iterations' : 'branches'} to choose from`}
            all="In any state"
            values={states}
            labelOf={(one) => stateLabels[one]}
            value={state}
            onChange={setState}
          />
        )}
      </SpaceBetween>
    </FormField>
  );
};
