import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { opensBranches } from '#lib/domain/bots/node-facts.schema.ts';
import { decisionOfAll, laneEndOf } from '#lib/domain/executions/outcome/outcome.rules.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { forkPathOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { type Done, failed, type Failed, type Fork } from '../../nodes/node.ts';
import type { Segment } from '../segment.ts';
import { settingsOf } from '../settings.ts';
import { isErrorForPeople, recordNodeEnd } from '../record-node-end.ts';
import { endLanes } from './end-lanes.ts';
import { bytesHeldBy, type EndState, type LaneEnd } from './ends.ts';

const nameOf = ({ way }: Segment, opener: GraphNode, index: number): string =>
  opensBranches(opener.type)
    ? (way.program.structure.entriesOf(opener.id)[index]?.name ?? String(index))
    : `Iteration ${index + 1}`;

/** The end that decides for all lanes: of a failed lane, else of a lane that people stopped. */
const decisiveEnd = (ends: readonly LaneEnd[]): LaneEnd | undefined =>
  ends.find(({ state }) => state === 'FAILED') ?? ends.find(({ state }) => state === 'CANCELLED');

/** Whether the settings say that one failing lane of this node ends the others. */
export const isFailFast = (opener: GraphNode): boolean => {
  const settings = settingsOf(opener);
  const policy = settings.on_branch_failure ?? settings.on_iteration_failure;
  return policy === 'fail_all';
};

/** Whether one of these ends also ends the other lanes. */
export const hasFailFastEnd = (opener: GraphNode, ends: readonly LaneEnd[]): boolean =>
  decisiveEnd(ends) !== undefined && isFailFast(opener);

type LaneSummary = { status: EndState; output?: unknown; error?: string };

const summaryOf = async ({ state, reason, output }: LaneEnd): Promise<LaneSummary> => ({
  status: state,
  output: (await output()) ?? null,
  ...(state !== 'SUCCEEDED' && { error: reason }),
});

/** The output of a merge: each branch by the name of its first node. */
const branchesOutput = async (segment: Segment, opener: GraphNode, ends: readonly LaneEnd[]) => {
  const branches: [string, LaneSummary][] = [];
  for (const end of ends) {
    branches.push([nameOf(segment, opener, end.index), await summaryOf(end)]);
  }
  return Object.fromEntries(branches);
};

/** The output of a loop end: the outputs of all turns in order, with counts and errors. */
const turnsOutput = async (plannedCount: number, ends: readonly LaneEnd[]) => {
  const results: unknown[] = [];
  for (const { output } of ends) results.push((await output()) ?? null);
  const unsuccessfulEnds = ends.filter(({ state }) => state !== 'SUCCEEDED');
  const { succeeded, rejected, failed: failures } = progressOf(plannedCount, ends);
  return {
    turns: ends.length,
    succeeded,
    rejected,
    failed: failures,
    skipped: plannedCount - ends.length,
    results,
    errors: unsuccessfulEnds.map(({ index, reason }) => ({
      index,
      iteration: index + 1,
      error: reason,
    })),
  };
};

/** The number of a node's lanes, and how many have ended in each way. */
export const progressOf = (
  plannedCount: number,
  ends: readonly Pick<LaneEnd, 'state' | 'decision'>[],
): NonNullable<NodeResult['lanes']> & { rejected: number } => {
  const count = (kind: ReturnType<typeof laneEndOf>) =>
    ends.filter(({ state, decision }) => laneEndOf(state, decision) === kind).length;
  return {
    planned: plannedCount,
    succeeded: count('succeeded'),
    rejected: count('rejected'),
    failed: count('failed'),
  };
};

const outcomeOf = (segment: Segment, opener: GraphNode, ends: readonly LaneEnd[]) => {
  const end = isFailFast(opener) ? decisiveEnd(ends) : undefined;
  if (!end) return { type: 'done', handle: 'next' } satisfies Done;
  const name = nameOf(segment, opener, end.index);
  if (end.state === 'FAILED') return failed(`${name}: ${end.reason}`);
  return { type: 'done', stopped: end.reason } satisfies Done;
};

const closerOutput = async (
  segment: Segment,
  opener: GraphNode,
  plannedCount: number,
  ends: readonly LaneEnd[],
): Promise<Done | Failed> => {
  const { record, run } = segment;
  const isLast = run.options.only?.node_id === opener.id;
  try {
    record.hold(bytesHeldBy(ends));
    const output = opensBranches(opener.type)
      ? await branchesOutput(segment, opener, ends)
      : await turnsOutput(plannedCount, ends);
    return { type: 'done', output, ...(!isLast && { handle: 'next' }) };
  } catch (error) {
    if (isErrorForPeople(error)) return failed(error.message);
    throw error;
  }
};

/** Ends the lanes of a node that are still open. */
export const closeOpenLanes = (
  { deps, run, lane }: Segment,
  opener: GraphNode,
  cause: string,
): Promise<void> =>
  endLanes(deps, run, `${forkPathOf(lane, opener.id)}.`, { state: 'CANCELLED', cause });

/**
 * Joins the lanes of a node: writes the node's result and, where the surrounding lane continues,
 * the output of its closer. If one lane ended all, the open ones are closed with their waits.
 */
export const joinLanes = async (
  segment: Segment,
  opener: GraphNode,
  fork: Fork,
  ends: readonly LaneEnd[],
): Promise<void> => {
  const { deps, record, way } = segment;
  const openerResult = record.results.get(opener.id);
  if (!openerResult) throw new Error(`"${opener.name}" was concluded before it was opened.`);
  const turnCount = typeof fork.turns === 'number' ? fork.turns : ends.length;
  const plannedCount = Math.max(turnCount, ends.length);
  const decision = decisionOfAll(ends.map((one) => one.decision));
  const lanes = progressOf(plannedCount, ends);
  const model_cost = ends.reduce((sum, { modelCost }) => sum + modelCost, 0);
  const summaryFields = { ...(decision && { decision }), ...(model_cost > 0 && { model_cost }) };
  const result = { ...openerResult, lanes, ...summaryFields };
  const outcome = outcomeOf(segment, opener, ends);
  if (hasFailFastEnd(opener, ends)) {
    await closeOpenLanes(segment, opener, `It was ended because of "${opener.name}".`);
  }
  await recordNodeEnd(segment, opener, result, outcome);
  const closer = way.program.structure.closerOf(opener.id);
  if (outcome.type === 'failed' || outcome.handle === undefined || !closer) return;
  const at = isoTime(deps.clock());
  const closerResult = { status: 'IN_PROGRESS' as const, attempt: 1, started_at: at };
  await recordNodeEnd(
    segment,
    closer,
    closerResult,
    await closerOutput(segment, opener, plannedCount, ends),
    0,
  );
  const recordedResult = record.results.get(closer.id);
  if (recordedResult?.status !== 'FAILED') return;
  // Otherwise a run that resumes this one would continue without the output of the lanes.
  await recordNodeEnd(segment, opener, result, failed(recordedResult.error ?? ''));
};
