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
  before: LaneEnd | undefined;
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
  before: undefined,
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
    const left = Date.parse(stop.until) - segment.deps.clock();
    const isLate = segment.deps.clock() + left - segment.startedAt >= limits.segment;
    if (left > shortWait || isLate) return stop;
    await sleep(Math.max(0, left));
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
  const crew = createLaneGroup();
  // The outputs of all lanes count, even of unfinished ones: they are all in this call's memory.
  const { record } = parent;
  const isStopped = () =>
    parent.isStopped() ||
    crew.step !== undefined ||
    crew.error !== undefined ||
    crew.isOver ||
    !record.hasRoom(0);

  const laneOf = async (
    index: number,
  ): Promise<{ lane: Lane; exists: boolean; item?: unknown }> => {
    const standing = turns.opened.get(index);
    if (standing) return { lane: standing, exists: true };
    const item = turns.item(index);
    const taken = await turns.takenOver(index);
    const fresh = await newLane(parent, opener, index, item);
    return { lane: { ...fresh, ...taken }, exists: false, item };
  };

  const runOne = async (index: number, last: unknown): Promise<LaneEnd | Step> => {
    const child = await laneOf(index);
    const ended = endOf(parent, child.lane);
    if (ended) {
      if (!child.exists) await turns.write(child.lane);
      record.lend(ended.bytes);
      return ended;
    }
    const more = { isNested: true, isStopped };
    return runUntilEnd(await childSegment(parent, opener, { ...child, last }, more), runLane);
  };

  const note = (end: LaneEnd): void => {
    crew.ends.push(end);
    if (fork.turns === 'while') crew.before = end;
    if (hasFailFastEnd(opener, [end])) crew.isOver = true;
  };

  const work = async (): Promise<void> => {
    while (!isStopped()) {
      const index = crew.next;
      crew.next += 1;
      const last = await crew.before?.output();
      // A condition may read the time: it is not evaluated again for a turn that has begun.
      if (!turns.opened.has(index) && !(await turns.has(index, last))) return;
      if (!turns.isWanted(index)) continue;
      const stop = await runOne(index, last);
      if (!isStep(stop)) note(stop);
      else if (stop.next !== 'delay') crew.step = stop;
      else {
        if (!crew.wait || stop.until < crew.wait.until) crew.wait = stop;
        return;
      }
    }
  };

  const workers = Array.from({ length: fork.atOnce }, () =>
    work().catch((error: unknown) => {
      crew.error ??= error;
    }),
  );
  await Promise.all(workers);
  const isFull = !record.hasRoom(0);
  record.giveBack();
  if (crew.error !== undefined) throw crew.error;
  if (crew.isOver) return inOrder(crew);
  if (isFull) throw tooMuchDataError();
  if (crew.step) return crew.step;
  // A lane beside the surrounding one has stopped it: the lanes that are left were not begun.
  if (parent.isStopped()) return { next: 'again' };
  return crew.wait ?? inOrder(crew);
};
