import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { opensBranches } from '#lib/domain/bots/node-facts.schema.ts';
import { decisionOfAll, laneEndOf } from '#lib/domain/executions/outcome/outcome.rules.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { forkOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { type Done, failed, type Failed, type Fork } from '../../nodes/node.ts';
import type { Segment } from '../segment.ts';
import { settingsOf } from '../settings.ts';
import { isSentence, settle } from '../settle.ts';
import { endLanes } from './end-lanes.ts';
import { type EndState, heldBy, type LaneEnd } from './ends.ts';

const nameOf = ({ way }: Segment, opener: GraphNode, index: number): string =>
  opensBranches(opener.type)
    ? (way.program.structure.entriesOf(opener.id)[index]?.name ?? String(index))
    : `Iteration ${index + 1}`;

/** The lane that ends all: a failed one before one that people have stopped. */
const decisive = (ends: readonly LaneEnd[]): LaneEnd | undefined =>
  ends.find(({ state }) => state === 'FAILED') ?? ends.find(({ state }) => state === 'CANCELLED');

/** Whether one lane of this node that fails ends the others too, as its settings say. */
export const failsAll = (opener: GraphNode): boolean => {
  const settings = settingsOf(opener);
  const policy = settings.on_branch_failure ?? settings.on_iteration_failure;
  return policy === 'fail_all';
};

/** Whether what has ended so far decides over the other lanes too. */
export const endsAll = (opener: GraphNode, ends: readonly LaneEnd[]): boolean =>
  decisive(ends) !== undefined && failsAll(opener);

type Told = { status: EndState; output?: unknown; error?: string };

const toldOf = async ({ state, why, output }: LaneEnd): Promise<Told> => ({
  status: state,
  output: (await output()) ?? null,
  ...(state !== 'SUCCEEDED' && { error: why }),
});

/** What the merge holds: each branch by the name of its first node. */
const branchesOutput = async (segment: Segment, opener: GraphNode, ends: readonly LaneEnd[]) => {
  const branches: [string, Told][] = [];
  for (const end of ends) {
    branches.push([nameOf(segment, opener, end.index), await toldOf(end)]);
  }
  return Object.fromEntries(branches);
};

/** What the end of a loop holds: what each turn came to, in their order. */
const turnsOutput = async (planned: number, ends: readonly LaneEnd[]) => {
  const results: unknown[] = [];
  for (const { output } of ends) results.push((await output()) ?? null);
  const bad = ends.filter(({ state }) => state !== 'SUCCEEDED');
  const { succeeded, rejected, failed: failures } = progressOf(planned, ends);
  return {
    turns: ends.length,
    succeeded,
    rejected,
    failed: failures,
    skipped: planned - ends.length,
    results,
    errors: bad.map(({ index, why }) => ({ index, iteration: index + 1, error: why })),
  };
};

/** How many lanes a node has, and how they ended so far. */
export const progressOf = (
  planned: number,
  ends: readonly Pick<LaneEnd, 'state' | 'decision'>[],
): NonNullable<NodeResult['lanes']> & { rejected: number } => {
  const count = (end: ReturnType<typeof laneEndOf>) =>
    ends.filter(({ state, decision }) => laneEndOf(state, decision) === end).length;
  return {
    planned,
    succeeded: count('succeeded'),
    rejected: count('rejected'),
    failed: count('failed'),
  };
};

const outcomeOf = (segment: Segment, opener: GraphNode, ends: readonly LaneEnd[]) => {
  const end = failsAll(opener) ? decisive(ends) : undefined;
  if (!end) return { type: 'done', handle: 'next' } satisfies Done;
  const name = nameOf(segment, opener, end.index);
  if (end.state === 'FAILED') return failed(`${name}: ${end.why}`);
  return { type: 'done', stopped: end.why } satisfies Done;
};

const closerOutput = async (
  segment: Segment,
  opener: GraphNode,
  planned: number,
  ends: readonly LaneEnd[],
): Promise<Done | Failed> => {
  const { record, run } = segment;
  const isLast = run.options.only?.node_id === opener.id;
  try {
    record.hold(heldBy(ends));
    const output =
      opensBranches(opener.type)
        ? await branchesOutput(segment, opener, ends)
        : await turnsOutput(planned, ends);
    return { type: 'done', output, ...(!isLast && { handle: 'next' }) };
  } catch (error) {
    if (isSentence(error)) return failed(error.message);
    throw error;
  }
};

/** Ends the lanes of a node that are still open. */
export const closeOpenLanes = (
  { deps, run, lane }: Segment,
  opener: GraphNode,
  cause: string,
): Promise<void> =>
  endLanes(deps, run, `${forkOf(lane, opener.id)}.`, { state: 'CANCELLED', cause });

/**
 * Brings the lanes of a node together: its own end, and where the lane around goes on, the output
 * of what closes it. Lanes that one failure has ended are closed with what they waited for.
 */
export const conclude = async (
  segment: Segment,
  opener: GraphNode,
  fork: Fork,
  ends: readonly LaneEnd[],
): Promise<void> => {
  const { deps, record, way } = segment;
  const open = record.results.get(opener.id);
  if (!open) throw new Error(`"${opener.name}" was concluded before it was opened.`);
  const given = typeof fork.turns === 'number' ? fork.turns : ends.length;
  const planned = Math.max(given, ends.length);
  const decision = decisionOfAll(ends.map((one) => one.decision));
  const lanes = progressOf(planned, ends);
  const model_cost = ends.reduce((sum, { modelCost }) => sum + modelCost, 0);
  const asked = { ...(decision && { decision }), ...(model_cost > 0 && { model_cost }) };
  const result = { ...open, lanes, ...asked };
  const outcome = outcomeOf(segment, opener, ends);
  if (endsAll(opener, ends)) {
    await closeOpenLanes(segment, opener, `It was ended because of "${opener.name}".`);
  }
  await settle(segment, opener, result, outcome);
  const closer = way.program.structure.closerOf(opener.id);
  if (outcome.type === 'failed' || outcome.handle === undefined || !closer) return;
  const at = isoTime(deps.clock());
  const begun = { status: 'IN_PROGRESS' as const, attempt: 1, started_at: at };
  await settle(segment, closer, begun, await closerOutput(segment, opener, planned, ends), 0);
  const closed = record.results.get(closer.id);
  if (closed?.status !== 'FAILED') return;
  // Else a run that goes on from this one would do so without what the lanes came to.
  await settle(segment, opener, result, failed(closed.error ?? ''));
};
