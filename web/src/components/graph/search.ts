import {
  type ArrowEnds,
  clearance,
  conflictCost,
  distance,
  isBlocked,
  type Line,
  type Point,
  trackGap,
} from './lines.ts';
import type { Box } from './node-size.ts';

/** The detour in pixels that is accepted to avoid a bend. */
const bendCost = 40;

/** A crossing of two grid lines, and whether it was reached horizontally. */
type Step = {
  x: number;
  y: number;
  level: boolean;
  spent: number;
  /** The cost so far plus a lower bound of the rest. */
  guess: number;
  before: Step | undefined;
};

/** The cost of a line; infinite if it comes too close to a box. */
export type LineCost = (a: Point, b: Point) => number;

export const lineCostAmong =
  (trip: ArrowEnds, boxes: readonly Box[], drawn: readonly Line[]): LineCost =>
  (a, b) => {
    if (boxes.some((box) => isBlocked(a, b, box))) return Infinity;
    return drawn.reduce((sum, line) => sum + conflictCost(a, b, trip, line), distance(a, b));
  };

const uniqueSorted = (values: number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

/** Grid lines beside the boxes, and through the ends. */
const gridOf = (from: Point, to: Point, boxes: readonly Box[]) => {
  const beside = (low: number, high: number) => [
    low - clearance,
    low - clearance - trackGap,
    high + clearance,
    high + clearance + trackGap,
  ];
  const steps = [0, 1, 2].map((n) => n * trackGap);
  return {
    xs: uniqueSorted([from.x, to.x, ...boxes.flatMap(({ x, width }) => beside(x, x + width))]),
    ys: uniqueSorted([
      ...steps.flatMap((step) => [from.y + step, to.y - step]),
      ...boxes.flatMap(({ y, height }) => beside(y, y + height)),
    ]),
  };
};

/** Removes and returns the cheapest open step; there are few at a time. */
const takeCheapest = (open: Step[]): Step | undefined => {
  let best = 0;
  for (let at = 1; at < open.length; at += 1) {
    if ((open[at]?.guess ?? 0) < (open[best]?.guess ?? 0)) best = at;
  }
  const [step] = open.splice(best, 1);
  return step;
};

/** A lower bound of the remaining cost: the distance, and the bends that are necessary. */
const minRemainingCost = (here: Point, to: Point, level: boolean): number => {
  const bends = here.x === to.x ? Number(level) : 2 - Number(level);
  return distance(here, to) + bends * bendCost;
};

/** The number of steps left for all searches of a graph: users wait for them. */
export type SearchBudget = { left: number };

/** The most steps of one search; close nodes need some hundred. */
const maxSteps = 6000;

/**
 * The cheapest path of horizontal and vertical lines that begins and ends downwards; undefined if
 * boxes block every path, or none is found within the effort.
 */
export const findPath = (
  { from, to }: { from: Point; to: Point },
  boxes: readonly Box[],
  price: LineCost,
  effort: SearchBudget,
): Point[] | undefined => {
  const { xs, ys } = gridOf(from, to, boxes);
  const open: Step[] = [];
  const done = new Set<string>();
  const cheapest = new Map<string, number>();
  const visit = (x: number, y: number, level: boolean, before: Step | undefined) => {
    const here = { x: xs[x] ?? NaN, y: ys[y] ?? NaN };
    if (Number.isNaN(here.x) || Number.isNaN(here.y)) return;
    const key = `${x} ${y} ${level}`;
    if (done.has(key)) return;
    const there = before && { x: xs[before.x] ?? 0, y: ys[before.y] ?? 0 };
    const spent =
      before && there
        ? before.spent + price(there, here) + (before.level === level ? 0 : bendCost)
        : 0;
    if (spent >= (cheapest.get(key) ?? Infinity)) return;
    cheapest.set(key, spent);
    open.push({ x, y, level, spent, guess: spent + minRemainingCost(here, to, level), before });
  };
  visit(xs.indexOf(from.x), ys.indexOf(from.y), false, undefined);
  let steps = Math.min(maxSteps, effort.left);
  for (let step = takeCheapest(open); step && steps > 0; step = takeCheapest(open)) {
    steps -= 1;
    effort.left -= 1;
    const { x, y, level } = step;
    if (xs[x] === to.x && ys[y] === to.y && !level) return pointsTo(step, xs, ys);
    done.add(`${x} ${y} ${level}`);
    visit(x - 1, y, true, step);
    visit(x + 1, y, true, step);
    visit(x, y - 1, false, step);
    visit(x, y + 1, false, step);
  }
  return undefined;
};

const pointsTo = (last: Step, xs: readonly number[], ys: readonly number[]): Point[] => {
  const points: Point[] = [];
  for (let step: Step | undefined = last; step; step = step.before) {
    points.unshift({ x: xs[step.x] ?? 0, y: ys[step.y] ?? 0 });
  }
  return points;
};
