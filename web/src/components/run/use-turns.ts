import { useCallback, useMemo } from 'react';
import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type * as z from 'zod';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { originOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { lanePage, LaneView } from '#lib/domain/executions/lanes/lane-view.schema.ts';
import { executions } from '#web/api/executions.ts';
import { refreshQueries } from '#web/api/refetch.ts';
import { queryKey } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import type { LaneChoices, LaneMap } from './lane-map.ts';
import { withNodeState } from './progress.ts';
import { useBatchedTask } from './use-batched-task.ts';
import { pollNodesEvery } from './use-run.ts';

type LanePage = z.output<typeof lanePage>;

/** The input that requests one lane by its path. */
const inputOf = (bot_exc_id: string, path: string) => {
  const { parent = '', opener = '', from = 0 } = originOf(path) ?? {};
  return { bot_exc_id, node_id: opener, ...(parent && { lane: parent }), index: from };
};

const { listLanes, getExecution } = executions;

const keyOf = (runId: string, path: string) => queryKey(listLanes, inputOf(runId, path));

const laneQueryOf = (runId: string, path: string, isOver: boolean) => ({
  queryKey: keyOf(runId, path),
  queryFn: ({ signal }: { signal: AbortSignal }) => listLanes(inputOf(runId, path), signal),
  refetchInterval: ({ state }: { state: { data: LanePage | undefined } }) => {
    const [one] = state.data?.items ?? [];
    const isDone = one ? isFinal(one.state) : isOver;
    return isDone ? (false as const) : pollNodesEvery;
  },
});

const lanesOfAnswers = (answers: UseQueryResult<LanePage>[]): LaneView[] =>
  answers.flatMap(({ data }) => data?.items ?? []);

/**
 * Reads the branches and turns of a run again: those on the screen now, others when they are shown
 * again. Data that a frame wrote into a lane no longer shown counts as fresh, although a late
 * response may have overwritten it.
 */
const useRefetchLanes = (runId: string): (() => void) => {
  const queries = useQueryClient();
  return useCallback(
    () =>
      refreshQueries(queries, {
        predicate: ({ queryKey: [route, input] }) =>
          route === listLanes.routeKey && Object(input).bot_exc_id === runId,
      }),
    [queries, runId],
  );
};

/** Applies frames about branches and turns at once, and reads the results soon after. */
const useLaneFrames = (run: ExecutionView, map: LaneMap, reread: () => void): void => {
  const queries = useQueryClient();
  const readSoon = useBatchedTask(reread);
  useChannel('bot_execution_updated', ({ bot_exc_id, node_name, status, lane }) => {
    if (bot_exc_id !== run._id || !lane) return;
    if (map.isInTurn(lane)) {
      queries.setQueryData<LanePage>(keyOf(run._id, lane), (page) => {
        const [one] = page?.items ?? [];
        return one && { ...page, items: [withNodeState(one, node_name, status)] };
      });
    } else {
      // A node belongs to one branch, so its results are part of the run's.
      const key = queryKey(getExecution, { bot_exc_id });
      queries.setQueryData<ExecutionView>(
        key,
        (previous) => previous && withNodeState(previous, node_name, status),
      );
    }
    readSoon();
  });
};

/**
 * The results of a run together with those of the selected turns, by node id, and those turns. They
 * are read again after frames about them, and otherwise as often as the run.
 */
export const useTurns = (run: ExecutionView, map: LaneMap, choices: LaneChoices) => {
  const { _id, results } = run;
  const paths = map.turnLanes(choices).filter((path) => map.hasBegun(path, results));
  const isOver = isFinal(run.state);
  const lanes = useQueries({
    queries: paths.map((path) => laneQueryOf(_id, path, isOver)),
    combine: lanesOfAnswers,
  });
  const reread = useRefetchLanes(_id);
  useLaneFrames(run, map, reread);
  return useMemo(() => {
    const all: Record<string, NodeResult> = { ...results };
    for (const one of lanes) Object.assign(all, one.results);
    return { results: all, lanes: new Map(lanes.map((one) => [one.lane, one])), reread };
  }, [results, lanes, reread]);
};

export type Turns = ReturnType<typeof useTurns>;
