import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import type { Fork } from '../../nodes/node.ts';
import { limits } from '#lib/kernel/limits.ts';
import { shortWait } from '../../structure.ts';
import { tooMuchDataError } from '../record.ts';
import type { Segment } from '../segment.ts';
import type { Step } from '../step.ts';
import { childSegment, newLane } from './child.ts';
import { hasFailFastEnd } from './conclude.ts';
import { endOf, type LaneEnd } from './ends.ts';
import type { Turns } from './turns.ts';

/** Runs a lane until it ends or the time of its call is over; ends are written to the database. */
export type RunLane = (segment: Segment) => Promise<LaneEnd | Step>;

export const isStep = (stop: LaneEnd | Step): stop is Step => 'next' in stop;

type Delay = Extract<Step, { next: 'delay' }>;

/** The state that lanes running side by side share. */
type LaneGroup = {
  ends: LaneEnd[];
  next: number;
  /** The end of the previous turn of a `while` loop. */
  previousEnd: LaneEnd | undefined;
  /** Whether one lane has ended all others. */
  isOver: boolean;
  step: Step | undefined;
  /** The earliest of the waits for which the state machine waits; these lanes keep their places. */
  wait: Delay | undefined;
  error: unknown;
};

const createLaneGroup = (): LaneGroup => ({
  ends: [],
  next: 0,
  previousEnd: undefined,
  isOver: false,
  step: undefined,
  wait: undefined,
  error: undefined,
});

const inOrder = ({ ends }: LaneGroup): LaneEnd[] => ends.sort((a, b) => a.index - b.index);

/**
 * Short waits between attempts happen inside the call, since the lane has no state machine of its
 * own. Longer waits, such as a service asks for, and waits beyond the end of the call, are left to
 * the state machine of the surrounding lane.
 */
const runUntilEnd = async (segment: Segment, runLane: RunLane): Promise<LaneEnd | Step> => {
  for (;;) {
    const stop = await runLane(segment);
    if (!isStep(stop) || stop.next !== 'delay') return stop;
    const remainingMs = Date.parse(stop.until) - segment.deps.clock();
    const isLate = segment.deps.clock() + remainingMs - segment.startedAt >= limits.segment;
    if (remainingMs > shortWait || isLate) return stop;
    await sleep(Math.max(0, remainingMs));
  }
};

/**
 * Runs the lanes of a node inside this call, several at a time. Returns how they ended, or the step
 * for which the call stops. After an error, or once one lane ends all, no further lane begins.
 */
export const runNested = async (
  parent: Segment,
  opener: GraphNode,
  fork: Fork,
  turns: Turns,
  runLane: RunLane,
): Promise<LaneEnd[] | Step> => {
  const group = createLaneGroup();
  // The outputs of all lanes count, even of unfinished ones: they are all in this call's memory.
  const { record } = parent;
  const isStopped = () =>
    parent.isStopped() ||
    group.step !== undefined ||
    group.error !== undefined ||
    group.isOver ||
    !record.hasRoom(0);

  const laneOf = async (
    index: number,
  ): Promise<{ lane: Lane; exists: boolean; item?: unknown }> => {
    const existingLane = turns.lanes.get(index);
    if (existingLane) return { lane: existingLane, exists: true };
    const item = turns.item(index);
    const inheritedFields = await turns.readInherited(index);
    const freshLane = await newLane(parent, opener, index, item);
    return { lane: { ...freshLane, ...inheritedFields }, exists: false, item };
  };

  const runOne = async (index: number, last: unknown): Promise<LaneEnd | Step> => {
    const child = await laneOf(index);
    const ended = endOf(parent, child.lane);
    if (ended) {
      if (!child.exists) await turns.write(child.lane);
      record.lend(ended.bytes);
      return ended;
    }
    const nesting = { isNested: true, isStopped };
    return runUntilEnd(await childSegment(parent, opener, { ...child, last }, nesting), runLane);
  };

  const note = (end: LaneEnd): void => {
    group.ends.push(end);
    if (fork.turns === 'while') group.previousEnd = end;
    if (hasFailFastEnd(opener, [end])) group.isOver = true;
  };

  const work = async (): Promise<void> => {
    while (!isStopped()) {
      const index = group.next;
      group.next += 1;
      const last = await group.previousEnd?.output();
      // A condition may read the time: it is not evaluated again for a turn that has begun.
      if (!turns.lanes.has(index) && !(await turns.has(index, last))) return;
      if (!turns.isWanted(index)) continue;
      const stop = await runOne(index, last);
      if (!isStep(stop)) note(stop);
      else if (stop.next !== 'delay') group.step = stop;
      else {
        if (!group.wait || stop.until < group.wait.until) group.wait = stop;
        return;
      }
    }
  };

  const workers = Array.from({ length: fork.atOnce }, () =>
    work().catch((error: unknown) => {
      group.error ??= error;
    }),
  );
  await Promise.all(workers);
  const isFull = !record.hasRoom(0);
  record.giveBack();
  if (group.error !== undefined) throw group.error;
  if (group.isOver) return inOrder(group);
  if (isFull) throw tooMuchDataError();
  if (group.step) return group.step;
  // A lane beside the surrounding one has stopped it: the lanes that are left were not begun.
  if (parent.isStopped()) return { next: 'again' };
  return group.wait ?? inOrder(group);
};
