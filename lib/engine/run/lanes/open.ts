import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { failed, type Fork } from '../../nodes/node.ts';
import type { ContinueLanes, OpenLanes } from '../node-runner.ts';
import { NodeError } from '../node-error.ts';
import { readNodeInput } from '../record.ts';
import { openResult } from '../results.ts';
import type { Segment } from '../segment.ts';
import { isErrorForPeople, recordNodeEnd } from '../record-node-end.ts';
import type { Step } from '../step.ts';
import { closeOpenLanes, joinLanes, progressOf } from './conclude.ts';
import { runForked } from './fork.ts';
import { type RunLane, runNested } from './nested.ts';
import { endOf, type LaneEnd, openedLanes } from './ends.ts';
import { type Turns, turnsOf } from './turns.ts';

/** The most hand-outs in a row without progress before the node fails. */
const maxStalls = 5;

const isStep = (stop: LaneEnd[] | Step): stop is Step => 'next' in stop;

/** The fork as it was stored when its lanes were opened. */
export const readFork = async (
  { deps, run, lane, record }: Segment,
  nodeId: string,
): Promise<Fork> => {
  const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane };
  return (await readNodeInput(key, record.results.get(nodeId), nodeId, deps.files)) as Fork;
};

type Progress = NonNullable<NodeResult['lanes']>;

const endedCountOf = ({ succeeded, rejected = 0, failed: failures }: Progress): number =>
  succeeded + rejected + failures;

const hasSameCount = (one: Progress | undefined, other: Progress): boolean =>
  one !== undefined && endedCountOf(one) === endedCountOf(other);

/** Writes the progress of the lanes. Throws a `NodeError` after too many stalled hand-outs. */
const noteProgress = async (
  segment: Segment,
  opener: GraphNode,
  turns: Turns,
  isNew: boolean,
): Promise<void> => {
  const { record, writer } = segment;
  const openerResult = record.results.get(opener.id);
  if (!openerResult) return;
  const ends = [...turns.lanes.values()].flatMap((lane) => endOf(segment, lane) ?? []);
  const lanes = progressOf(turns.plannedCount ?? turns.lanes.size, ends);
  const stalls =
    !isNew && hasSameCount(openerResult.lanes, lanes) ? (openerResult.lanes?.stalls ?? 0) + 1 : 0;
  if (stalls > maxStalls) {
    throw new NodeError('Its lanes could not be started. Run the bot again.');
  }
  record.set(opener.id, { ...openerResult, lanes: { ...lanes, stalls } });
  await writer.commit();
};

/** The progress of a node's lanes, including those handed out by an intermediate state machine. */
const readProgress = async (
  segment: Segment,
  { id }: GraphNode,
  storedProgress: Progress | undefined,
): Promise<Progress> => {
  const lanes = await openedLanes(segment, segment.run, id);
  const ends = [...lanes.values()].flatMap((lane) => endOf(segment, lane) ?? []);
  return progressOf(Math.max(storedProgress?.planned ?? 0, lanes.size), ends);
};

const runLanes = async (
  segment: Segment,
  opener: GraphNode,
  fork: Fork,
  isNew: boolean,
  runLane: RunLane,
): Promise<Step | undefined> => {
  const turns = await turnsOf(segment, opener, fork, isNew);
  const isForked = segment.way.program.structure.mayWait(opener.id) && !isDryRun(segment);
  const stop = isForked
    ? await runForked(segment, opener, fork, turns)
    : await runNested(segment, opener, fork, turns, runLane);
  if (!isStep(stop)) {
    await joinLanes(segment, opener, fork, stop);
    return undefined;
  }
  if (stop.next === 'fork') await noteProgress(segment, opener, turns, isNew);
  return stop;
};

/** In a dry run nothing waits. */
const isDryRun = ({ run }: Segment): boolean => run.options.dry_run === true;

/** Opens the lanes of a node, and continues them whenever the run comes back. */
export const laneOpener = (segment: Segment, runLane: RunLane) => {
  const { record, writer } = segment;

  /** An error that is a sentence for people fails the node and ends all its lanes. */
  const runOrFail = async (
    opener: GraphNode,
    fork: Fork,
    isNew: boolean,
  ): Promise<Step | undefined> => {
    try {
      return await runLanes(segment, opener, fork, isNew, runLane);
    } catch (error) {
      const openerResult = record.results.get(opener.id);
      if (!isErrorForPeople(error) || !openerResult) throw error;
      const lanes = await readProgress(segment, opener, openerResult.lanes);
      await closeOpenLanes(segment, opener, error.message);
      await recordNodeEnd(segment, opener, { ...openerResult, lanes }, failed(error.message));
      return undefined;
    }
  };

  const open: OpenLanes = async (opener, attemptStart, fork) => {
    const plannedCount = typeof fork.turns === 'number' ? fork.turns : 0;
    const result = {
      ...openResult(attemptStart, 'IN_PROGRESS'),
      lanes: progressOf(plannedCount, []),
    };
    await record.wait(opener.id, result, fork);
    await writer.commit();
    return runOrFail(opener, fork, true);
  };

  const goOn: ContinueLanes = async (opener) =>
    runOrFail(opener, await readFork(segment, opener.id), false);

  return { open, goOn };
};
