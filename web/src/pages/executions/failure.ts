import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { executions } from '#web/api/executions.ts';

type Results = Readonly<Record<string, NodeResult>>;

/** The node whose failure ended a lane, or the run, because no policy handled it. */
export const failedNodeId = (results: Results): string | undefined =>
  Object.keys(results)
    .filter((id) => results[id]?.status === 'FAILED' && results[id].handle === undefined)
    .sort((a, b) => ((results[a]?.ended_at ?? '') < (results[b]?.ended_at ?? '') ? -1 : 1))
    .at(-1);

/** A failed step of the run, or of the branch or iteration given by the lane, with its result. */
export type Failure = {
  id: string;
  lane: string;
  result: NodeResult | undefined;
  /** The results of all steps of the run, branch or iteration. */
  results: Results;
};

const findFailures = async (runId: string, results: Results, lane: string): Promise<Failure[]> => {
  const id = failedNodeId(results);
  if (id === undefined) return [];
  const outer = { id, lane, result: results[id], results };
  if (results[id]?.lanes === undefined) return [outer];
  const at = { bot_exc_id: runId, node_id: id, ...(lane !== wholeRun && { lane }) };
  const one = { ...at, state: 'FAILED' as const, number_of_items: 1 };
  const { items } = await executions.listLanes(one);
  const [failed] = items;
  const innerFailures = failed ? await findFailures(runId, failed.results, failed.lane) : [];
  return [...innerFailures, outer];
};

/**
 * The step at which a run failed: a step that failed because of its branches or iterations is
 * followed into them. Undefined if no step failed.
 */
export const findFailure = async (run: {
  _id: string;
  results: Results;
}): Promise<Failure | undefined> => (await findFailures(run._id, run.results, wholeRun))[0];
