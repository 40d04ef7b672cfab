import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type {
  ExecutionState,
  ExecutionView,
  NodeResult,
} from '#lib/domain/executions/execution.schema.ts';
import type { DecisionKind } from '#lib/domain/executions/outcome/outcome.schema.ts';

type Progress = Pick<ExecutionView, 'state' | 'results' | 'updated_at'>;

/**
 * A run, or one of its lanes, after a frame about one of its nodes. A late frame, received after
 * the node's end was read, changes nothing.
 */
export const withNodeState = <Run extends Progress>(
  run: Run,
  nodeId: string,
  status: ExecutionState,
): Run => {
  const current = run.results[nodeId];
  if (isFinal(run.state) || (current && isFinal(current.status))) return run;
  const result = current ?? { attempt: 1, started_at: run.updated_at };
  return { ...run, results: { ...run.results, [nodeId]: { ...result, status } } };
};

type Results = Readonly<Record<string, NodeResult>>;

/** The state of each node, by node id. */
export const statesOf = (results: Results): Record<string, ExecutionState> =>
  Object.fromEntries(Object.entries(results).map(([id, { status }]) => [id, status]));

/** The decisions at nodes that have ended, by node id; left out for failures, which say more. */
export const decisionsOf = (results: Results): Record<string, DecisionKind> =>
  Object.fromEntries(
    Object.entries(results).flatMap(([id, { status, decision }]) =>
      decision && isFinal(status) && status !== 'FAILED' ? [[id, decision.kind]] : [],
    ),
  );

/** The effects that nodes skipped in a dry run, by node id. */
export const skippedEffectsOf = (results: Results): Record<string, string> =>
  Object.fromEntries(
    Object.entries(results).flatMap(([id, { would }]) =>
      would === undefined ? [] : [[id, would] as const],
    ),
  );

/** Handles that lead into lanes: a run follows them before their node has ended. */
const laneHandles: ReadonlySet<string> = new Set(['body', 'branch']);

/** Whether a run left a node by this handle. */
const isLeftBy = (result: NodeResult | undefined, handle: string): boolean => {
  if (!result || laneHandles.has(handle)) return result !== undefined;
  return result.ended_at !== undefined && (result.handle ?? 'next') === handle;
};

/** Ids of the arrows that the run followed: those by which it left a node. */
export const takenEdges = ({ edges }: Graph, results: Results): Set<string> => {
  const followed = edges.filter(
    ({ source, sourceHandle = 'next', target }) =>
      results[target] !== undefined && isLeftBy(results[source], sourceHandle),
  );
  return new Set(followed.map(({ id }) => id));
};

/** Ids of the nodes with a result, in the order in which they started. */
export const stepsOf = (results: Results): string[] =>
  Object.entries(results)
    .sort(([, a], [, b]) => (a.started_at < b.started_at ? -1 : 1))
    .map(([id]) => id);

/** `340 ms`, `2.5 s`, `3 min 20 s`. */
export const durationText = (ms: number): string => {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
