import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import type { ExecutionView, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import type { RunViewState } from './run-view-state.ts';

type Run = Pick<ExecutionView, 'options' | 'created_at'>;

/** Whether the result is from an earlier run, which this run resumes. */
const isReused = ({ options, created_at }: Run, { started_at }: NodeResult): boolean =>
  options.resumed_from !== undefined && started_at < created_at;

/** Where a result comes from if the node itself was not executed. */
export const resultSourceOf = (run: Run, result: NodeResult): string | undefined => {
  if (result.skipped === 'pinned') return 'Its pinned data';
  if (result.skipped === 'disabled') return 'Nothing: the node is disabled';
  if (result.cached) return 'A kept result';
  return isReused(run, result) ? 'The run that this one resumes' : undefined;
};

/** Whether an agent ended at a limit: its answer may be incomplete. */
export const hasEndedAtLimit = ({ status, output }: NodeResult): boolean => {
  const { ended_by }: { ended_by?: unknown } = Object(output);
  return status === 'SUCCEEDED' && ended_by !== undefined && ended_by !== 'final_response';
};

const remarkOn = (run: Run, type: NodeKind, result: NodeResult): string | undefined => {
  if (type === 'ai_agent' && hasEndedAtLimit(result)) return 'limit reached';
  if (result.skipped === 'pinned') return 'pinned';
  if (result.skipped === 'disabled') return 'skipped';
  if (result.cached) return 'cached';
  return isReused(run, result) ? 'reused' : undefined;
};

/**
 * Which turn of a loop is shown. For a loop that has ended, until one is selected: how many turns
 * it had, or how many failed if it continued nevertheless.
 */
const turnRemark = ({ lanes, ended_at }: NodeResult, selectedTurn: number | undefined) => {
  if (!lanes) return undefined;
  if (ended_at !== undefined && selectedTurn === undefined) {
    // A card has space for few letters; the list of steps shows the total.
    if (lanes.failed > 0) return `${lanes.failed.toLocaleString('en')} failed`;
    return formatCount(lanes.planned, 'iteration');
  }
  return `iteration ${(selectedTurn ?? 0) + 1}/${lanes.planned}`;
};

/**
 * The remarks on cards besides the states: the source of results, and which turn of a loop is
 * shown.
 */
export const remarksOf = ({
  run,
  graph,
  results,
  choices,
}: Pick<RunViewState, 'run' | 'graph' | 'results' | 'choices'>): Record<string, string> =>
  Object.fromEntries(
    graph.nodes.flatMap(({ id, type }) => {
      const result = results[id];
      if (!result) return [];
      const turn = opensTurns(type) ? turnRemark(result, choices[id]) : undefined;
      const remark = turn ?? remarkOn(run, type, result);
      return remark === undefined ? [] : [[id, remark] as const];
    }),
  );
