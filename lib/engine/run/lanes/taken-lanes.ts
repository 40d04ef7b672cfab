import type { NodeResult, RunOptions } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { lanePathOf, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { isDone, withoutModelCost } from '#lib/domain/executions/runs/resume.rules.ts';
import { NodeError } from '../node-error.ts';
import type { Segment } from '../segment.ts';
import { dataDeletedText, takeOutput } from '../taken-files.ts';
import { openedLanes } from './ends.ts';

/** What is taken over of an earlier lane: all of it if it succeeded, else its finished results. */
const takenFrom = (earlierLane: Lane): Partial<Lane> & Pick<Lane, 'results'> => {
  const { inline_bytes, state, errors, output_node, finished_at } = earlierLane;
  const results = Object.fromEntries(
    Object.entries(earlierLane.results).map(([id, one]) => [id, withoutModelCost(one)]),
  );
  if (state === 'SUCCEEDED') {
    return { results, inline_bytes, state, errors, output_node, finished_at, open: undefined };
  }
  const finishedResults = Object.entries(results).filter(([, result]) => isDone(result));
  return { results: Object.fromEntries(finishedResults), inline_bytes };
};

/** The path of the turn that a run was started to repeat, if that turn had succeeded before. */
const repeatedTurnPaths = async (
  { deps, run }: Segment,
  { resumed_from = '', only }: RunOptions,
) => {
  if (!only) return [];
  const path = lanePathOf(wholeRun, only.node_id, only.index);
  const earlierLane = await laneStore(deps.db, run.tenant_id).get(resumed_from, path);
  return earlierLane?.state === 'SUCCEEDED' ? [path] : [];
};

/**
 * The lanes of a node in the runs from which this one resumes. A run that stopped before it reached
 * a lane has not written it; then the lane of the run before that one is used.
 */
const readEarlierLanes = async (segment: Segment, openerId: string): Promise<Map<number, Lane>> => {
  const { deps, run } = segment;
  const { tenant_id } = run;
  const found = new Map<number, Lane>();
  const repeatedPaths: string[] = [];
  let { options } = run;
  // From the chosen node on everything runs anew, so lanes of earlier runs are not needed.
  while (options.resumed_from !== undefined && options.from === undefined) {
    const _id = options.resumed_from;
    repeatedPaths.push(...(await repeatedTurnPaths(segment, options)));
    for (const [index, lane] of await openedLanes(segment, { tenant_id, _id }, openerId)) {
      const isNew = repeatedPaths.some((turn) => `${lane.lane}/`.startsWith(`${turn}/`));
      if (!isNew && !found.has(index)) found.set(index, lane);
    }
    const earlierRun = await executionStore(deps.db, tenant_id).get(_id);
    if (!earlierRun) break;
    ({ options } = earlierRun);
  }
  return found;
};

/** What a lane takes over from earlier runs, with copied files; throws a `NodeError` if deleted. */
export const lanesBefore = (segment: Segment, openerId: string) => {
  const { deps, run } = segment;
  let earlierLanes: Promise<Map<number, Lane>> | undefined;
  return async (index: number): Promise<Partial<Lane>> => {
    if (run.options.resumed_from === undefined) return {};
    earlierLanes ??= readEarlierLanes(segment, openerId);
    const earlierLane = (await earlierLanes).get(index);
    if (!earlierLane) return {};
    const lane = lanePathOf(segment.lane, openerId, index);
    const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane };
    const inheritedFields = takenFrom(earlierLane);
    const results: [string, NodeResult][] = [];
    for (const [nodeId, result] of Object.entries(inheritedFields.results)) {
      const copiedResult = await takeOutput(deps.files, result, { key, nodeId });
      if (!copiedResult) throw new NodeError(dataDeletedText);
      results.push([nodeId, copiedResult]);
    }
    return { ...inheritedFields, results: Object.fromEntries(results) };
  };
};
