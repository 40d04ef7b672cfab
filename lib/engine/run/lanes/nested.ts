import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import type { Fork } from '../../nodes/node.ts';
import { limits } from '#lib/kernel/limits.ts';
import { shortWait } from '../../structure.ts';
import { tooMuch } from '../record.ts';
import type { Segment } from '../segment.ts';
import type { Step } from '../step.ts';
import { childSegment, newLane } from './child.ts';
import { endsAll } from './conclude.ts';
import { endOf, type LaneEnd } from './ends.ts';
import type { Turns } from './turns.ts';

/** Runs a lane until it ends or its call is over; ends are written. */
export type RunLane = (segment: Segment) => Promise<LaneEnd | Step>;

export const isStep = (stop: LaneEnd | Step): stop is Step => 'next' in stop;

type Delay = Extract<Step, { next: 'delay' }>;

/** What lanes that run side by side tell each other. */
type Crew = {
  ends: LaneEnd[];
  next: number;
  /** The end of the turn before, of a `while`. */
  before: LaneEnd | undefined;
  /** One lane has ended all. */
  isOver: boolean;
  step: Step | undefined;
  /** The first end of the waits that the machine waits for; each keeps its place until then. */
  wait: Delay | undefined;
  error: unknown;
};

const newCrew = (): Crew => ({
  ends: [],
  next: 0,
  before: undefined,
  isOver: false,
  step: undefined,
  wait: undefined,
  error: undefined,
});

const inOrder = ({ ends }: Crew): LaneEnd[] => ends.sort((a, b) => a.index - b.index);

/**
 * Short waits between attempts pass inside of the call: the lane has no machine to wait for it. For
 * a longer one, which a peer has asked for, the machine of the lane around waits; likewise for one
 * that ends after the call's time.
 */
const untilEnd = async (segment: Segment, runLane: RunLane): Promise<LaneEnd | Step> => {
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
 * Runs the lanes of a node inside of this call, some at a time; answers how they ended, or the step
 * for which the call stops. After an error, or where one lane ends all, no further one begins.
 */
export const runNested = async (
  parent: Segment,
  opener: GraphNode,
  fork: Fork,
  turns: Turns,
  runLane: RunLane,
): Promise<LaneEnd[] | Step> => {
  const crew = newCrew();
  // What all of them hold counts together, also of those under way: it lies in this call's memory.
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
    return untilEnd(await childSegment(parent, opener, { ...child, last }, more), runLane);
  };

  const note = (end: LaneEnd): void => {
    crew.ends.push(end);
    if (fork.turns === 'while') crew.before = end;
    if (endsAll(opener, [end])) crew.isOver = true;
  };

  const work = async (): Promise<void> => {
    while (!isStopped()) {
      const index = crew.next;
      crew.next += 1;
      const last = await crew.before?.output();
      // A condition may read the time: one that let a turn begin is not asked again about it.
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
  if (isFull) throw tooMuch();
  if (crew.step) return crew.step;
  // Lanes beside the one around have stopped it: what is left here was not begun.
  if (parent.isStopped()) return { next: 'again' };
  return crew.wait ?? inOrder(crew);
};
