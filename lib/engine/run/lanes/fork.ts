import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { forkPathOf, formatLaneIndex } from '#lib/domain/executions/lanes/lane.rules.ts';
import { randomId } from '#lib/kernel/ids.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Fork } from '../../nodes/node.ts';
import { NodeError } from '../node-error.ts';
import type { Segment } from '../segment.ts';
import { isErrorForPeople } from '../record-node-end.ts';
import type { Step } from '../step.ts';
import { newLane } from './child.ts';
import { hasFailFastEnd, isFailFast } from './conclude.ts';
import { bytesHeldBy, endOf, type LaneEnd } from './ends.ts';
import type { Turns } from './turns.ts';

type Range = { from: number; to: number };

/** The most lanes whose items are written concurrently. */
const concurrentWrites = 16;

/** The step that hands out lanes, with new names: a used name stays reserved for 90 days. */
const forkStep = (parent: Segment, opener: GraphNode, fork: Fork, parts: string[]): Step => ({
  next: 'fork',
  of: forkPathOf(parent.lane, opener.id),
  name: randomId('lan'),
  parts,
  max_concurrency: fork.atOnce,
  fails_all: isFailFast(opener),
});

/** Writes the lanes of a range that do not exist yet. */
const writeLanes = async (
  parent: Segment,
  opener: GraphNode,
  turns: Turns,
  { from, to }: Range,
): Promise<void> => {
  const missingIndexes: number[] = [];
  for (let index = from; index <= to; index += 1) {
    if (turns.isWanted(index) && !turns.lanes.has(index)) missingIndexes.push(index);
  }
  const write = async (index: number) => {
    const freshLane = await newLane(parent, opener, index, turns.item(index));
    const lane = { ...freshLane, ...(await turns.readInherited(index)) };
    await turns.write(lane);
    turns.lanes.set(index, lane);
  };
  for (let at = 0; at < missingIndexes.length; at += concurrentWrites) {
    await Promise.all(missingIndexes.slice(at, at + concurrentWrites).map(write));
  }
};

const endsOf = (parent: Segment, turns: Turns): LaneEnd[] =>
  [...turns.lanes.values()]
    .flatMap((lane) => endOf(parent, lane) ?? [])
    .sort((a, b) => a.index - b.index);

const openIndexes = (parent: Segment, turns: Turns, { from, to }: Range): number[] => {
  const indexes: number[] = [];
  for (let index = from; index <= to; index += 1) {
    const lane = turns.lanes.get(index);
    if (turns.isWanted(index) && !(lane && endOf(parent, lane))) indexes.push(index);
  }
  return indexes;
};

/**
 * The next turn of a `while`; undefined when it ends. Throws a `NodeError` at the limit of turns.
 */
const nextTurn = async (turns: Turns, ends: readonly LaneEnd[]): Promise<number | undefined> => {
  const index = ends.length;
  if (turns.lanes.has(index)) return index;
  if (!(await turns.has(index, await ends.at(-1)?.output()))) return undefined;
  if (index < limits.lanesPerFork) return index;
  throw new NodeError(
    `It reached the limit of ${index} iterations that wait. Do more in one iteration.`,
  );
};

const windowPart = ({ from, to }: Range): string =>
  `${formatLaneIndex(from)}-${formatLaneIndex(to)}`;

/** What one turn of a `while` counts as, in lanes: it takes 19 events of the machine's history. */
const perTurn = 2;

/** The most lanes that this lane's state machine has already handed out for other nodes. */
const handedOutCount = ({ record, way }: Segment, opener: GraphNode): number => {
  const { view, structure } = way.program;
  const laneCounts = [...record.results].map(([id, { lanes }]) => {
    if (!lanes || id === opener.id || !structure.mayWait(id)) return 0;
    if (view.find(id)?.settings.loop_type === 'while') return perTurn * lanes.planned;
    return lanes.planned > limits.lanesAtHand ? 0 : lanes.planned;
  });
  return laneCounts.reduce((sum, count) => sum + count, 0);
};

/** Ranges of lanes, each small enough for one state machine, which hands out its own lanes. */
const windows = (plannedCount: number): Range[] =>
  Array.from({ length: Math.ceil(plannedCount / limits.lanesPerFork) }, (_, at) => ({
    from: at * limits.lanesPerFork,
    to: Math.min(plannedCount, (at + 1) * limits.lanesPerFork) - 1,
  }));

/**
 * Hands the lanes of a node to state machines of their own, because they may wait. Returns the step
 * that does so, or the ends of the lanes.
 */
export const runForked = async (
  parent: Segment,
  opener: GraphNode,
  fork: Fork,
  turns: Turns,
): Promise<LaneEnd[] | Step> => {
  const ends = endsOf(parent, turns);
  if (hasFailFastEnd(opener, ends)) return ends;
  parent.record.room(bytesHeldBy(ends));
  const remainingCount = limits.lanesAtHandInAll - handedOutCount(parent, opener);
  if (turns.plannedCount === undefined) {
    const index = await nextTurn(turns, ends);
    if (index === undefined) return ends;
    await writeLanes(parent, opener, turns, { from: index, to: index });
    const isAtHand = perTurn * (index + 1) <= remainingCount;
    const window = { from: index, to: limits.lanesPerFork - 1 };
    return forkStep(parent, opener, fork, [isAtHand ? formatLaneIndex(index) : windowPart(window)]);
  }
  const all = { from: 0, to: turns.plannedCount - 1 };
  const openLaneIndexes = openIndexes(parent, turns, all);
  if (openLaneIndexes.length === 0) return ends;
  if (turns.plannedCount > Math.min(limits.lanesAtHand, remainingCount)) {
    const openWindows = windows(turns.plannedCount)
      .filter(({ from, to }) => openLaneIndexes.some((index) => index >= from && index <= to))
      .map(windowPart);
    return { ...forkStep(parent, opener, fork, openWindows), max_concurrency: 1 } as Step;
  }
  return forkRange(parent, opener, fork, turns, all);
};

/** Hands out the open lanes of a range. */
const forkRange = async (
  parent: Segment,
  opener: GraphNode,
  fork: Fork,
  turns: Turns,
  range: Range,
): Promise<Step> => {
  await writeLanes(parent, opener, turns, range);
  return forkStep(parent, opener, fork, openIndexes(parent, turns, range).map(formatLaneIndex));
};

/** Whether ended lanes end the others: by a failure, or because their outputs are too large. */
const isOver = (parent: Segment, opener: GraphNode, turns: Turns): boolean => {
  const ends = endsOf(parent, turns);
  return hasFailFastEnd(opener, ends) || !parent.record.hasRoom(bytesHeldBy(ends));
};

/** Hands out the next turn of a `while`; the surrounding lane reports why there is none. */
const forkNextTurn = async (
  parent: Segment,
  opener: GraphNode,
  fork: Fork,
  turns: Turns,
): Promise<Step> => {
  const index = await nextTurn(turns, endsOf(parent, turns)).catch((error: unknown) => {
    if (isErrorForPeople(error)) return undefined;
    throw error;
  });
  if (index === undefined) return { next: 'done' };
  await writeLanes(parent, opener, turns, { from: index, to: index });
  return forkStep(parent, opener, fork, [formatLaneIndex(index)]);
};

/** The next step of a machine with a window of turns; the surrounding lane reports the end. */
export const runWindow = async (
  parent: Segment,
  opener: GraphNode,
  fork: Fork,
  turns: Turns,
  range: Range,
): Promise<Step> => {
  if (isOver(parent, opener, turns)) {
    const cause = `The iterations of "${opener.name}" were ended.`;
    return { next: 'failed', error: 'LaneFailed', cause };
  }
  if (turns.plannedCount === undefined) return forkNextTurn(parent, opener, fork, turns);
  const openLaneIndexes = openIndexes(parent, turns, range);
  return openLaneIndexes.length === 0
    ? { next: 'done' }
    : forkRange(parent, opener, fork, turns, range);
};
