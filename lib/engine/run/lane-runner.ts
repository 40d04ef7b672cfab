import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { decisionOf } from '#lib/domain/executions/outcome/outcome.rules.ts';
import { limits } from '#lib/kernel/limits.ts';
import { plan, type Plan, wayTaken } from '../plan.ts';
import type { EndState, LaneEnd } from './lanes/ends.ts';
import { laneOpener } from './lanes/open.ts';
import { originOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import { nodeRunner } from './node-runner.ts';
import { modelCostOf } from './results.ts';
import type { Segment } from './segment.ts';
import type { Step } from './step.ts';

/** The most results of pure nodes in one write: DynamoDB limits an update expression to 4 KB. */
const maxPendingResults = 100;

/** The run is past its deadline. The run's own lane ends it. */
export class DeadlinePassed extends Error {}

/** How a lane ended, before that is written. */
export type LaneOutcome = { state: EndState; reason: string; node?: string };

const outcomeOf = (end: Exclude<Plan, { next: 'run' }>): LaneOutcome => {
  if (end.next === 'done') return { state: 'SUCCEEDED', reason: '' };
  if (end.next === 'failed') {
    return { state: 'FAILED', reason: `"${end.node.name}" failed. ${end.reason}` };
  }
  return { state: 'CANCELLED', reason: end.reason };
};

/** Runs node after node until the lane waits or ends, or the time of this call is used up. */
export const runNodes = async (segment: Segment): Promise<LaneOutcome | Step> => {
  const { deps, run, way, record, writer } = segment;
  const runNode = nodeRunner(segment, laneOpener(segment, runLane));
  let hasRun = false;
  for (let next = plan(way, record.results); ; next = plan(way, record.results, next.node)) {
    if (next.next !== 'run') return outcomeOf(next);
    if (deps.clock() >= Date.parse(run.deadline_at)) throw new DeadlinePassed();
    const isLate = hasRun && deps.clock() - segment.startedAt >= limits.segment;
    const mustStop = isLate || segment.isStopped();
    if (record.pending.size >= maxPendingResults || mustStop) await writer.commit();
    if (mustStop) return { next: 'again' };
    const step = await runNode(next.node);
    if (step) return step;
    hasRun = true;
  }
};

/** The node whose output is the lane's output: the last one that has an output. */
const outputNode = ({ way, record }: Segment): string | undefined =>
  wayTaken(way, record.results).findLast(({ id }) => {
    const result = record.results.get(id);
    return result && isFinal(result.status) && result.output_bytes !== undefined;
  })?.id;

/** Runs a lane inside a run, and writes its end. */
export const runLane = async (segment: Segment): Promise<LaneEnd | Step> => {
  const stop = await runNodes(segment);
  if ('next' in stop) return stop;
  const { deps, record, writer, lane } = segment;
  const { state, reason } = stop;
  const node = outputNode(segment);
  await writer.commit({
    state,
    errors: reason === '' ? [] : [reason],
    ...(node !== undefined && { output_node: node }),
    finished_at: isoTime(deps.clock()),
  });
  const output = node === undefined ? undefined : await record.output(node);
  return {
    index: originOf(lane)?.from ?? 0,
    state,
    reason,
    decision: decisionOf(record.results.values()),
    modelCost: modelCostOf(record.results.values()),
    bytes: record.dataBytes(),
    output: async () => output,
  };
};
