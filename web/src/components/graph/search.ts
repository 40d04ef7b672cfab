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
  isHorizontal: boolean;
  cost: number;
  /** The cost so far plus a lower bound of the rest. */
  estimate: number;
  previous: Step | undefined;
};

/** The cost of a line; infinite if it comes too close to a box. */
export type LineCost = (a: Point, b: Point) => number;

export const lineCostAmong =
  (arrow: ArrowEnds, boxes: readonly Box[], drawnLines: readonly Line[]): LineCost =>
  (a, b) => {
    if (boxes.some((box) => isBlocked(a, b, box))) return Infinity;
    return drawnLines.reduce((sum, line) => sum + conflictCost(a, b, arrow, line), distance(a, b));
  };

const uniqueSorted = (values: number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

/** Grid lines beside the boxes, and through the ends. */
const gridOf = (from: Point, to: Point, boxes: readonly Box[]) => {
  const linesBeside = (low: number, high: number) => [
    low - clearance,
    low - clearance - trackGap,
    high + clearance,
    high + clearance + trackGap,
  ];
  const steps = [0, 1, 2].map((n) => n * trackGap);
  return {
    xs: uniqueSorted([from.x, to.x, ...boxes.flatMap(({ x, width }) => linesBeside(x, x + width))]),
    ys: uniqueSorted([
      ...steps.flatMap((step) => [from.y + step, to.y - step]),
      ...boxes.flatMap(({ y, height }) => linesBeside(y, y + height)),
    ]),
  };
};

/** Removes and returns the cheapest open step; there are few at a time. */
const takeCheapest = (openSteps: Step[]): Step | undefined => {
  let bestIndex = 0;
  for (let at = 1; at < openSteps.length; at += 1) {
    if ((openSteps[at]?.estimate ?? 0) < (openSteps[bestIndex]?.estimate ?? 0)) bestIndex = at;
  }
  const [step] = openSteps.splice(bestIndex, 1);
  return step;
};

/** A lower bound of the remaining cost: the distance, and the bends that are necessary. */
const minRemainingCost = (from: Point, to: Point, isHorizontal: boolean): number => {
  const bends = from.x === to.x ? Number(isHorizontal) : 2 - Number(isHorizontal);
  return distance(from, to) + bends * bendCost;
};

/** The number of steps left for all searches of a graph: users wait for them. */
export type SearchBudget = { remainingSteps: number };

/** The most steps of one search; close nodes need some hundred. */
const maxSteps = 6000;

/**
 * The cheapest path of horizontal and vertical lines that begins and ends downwards; undefined if
 * boxes block every path, or none is found within the effort.
 */
export const findPath = (
  { from, to }: { from: Point; to: Point },
  boxes: readonly Box[],
  lineCost: LineCost,
  budget: SearchBudget,
): Point[] | undefined => {
  const { xs, ys } = gridOf(from, to, boxes);
  const openSteps: Step[] = [];
  const visited = new Set<string>();
  const cheapest = new Map<string, number>();
  const visit = (x: number, y: number, isHorizontal: boolean, previous: Step | undefined) => {
    const point = { x: xs[x] ?? NaN, y: ys[y] ?? NaN };
    if (Number.isNaN(point.x) || Number.isNaN(point.y)) return;
    const key = `${x} ${y} ${isHorizontal}`;
    if (visited.has(key)) return;
    const previousPoint = previous && { x: xs[previous.x] ?? 0, y: ys[previous.y] ?? 0 };
    const cost =
      previous && previousPoint
        ? previous.cost +
          lineCost(previousPoint, point) +
          (previous.isHorizontal === isHorizontal ? 0 : bendCost)
        : 0;
    if (cost >= (cheapest.get(key) ?? Infinity)) return;
    cheapest.set(key, cost);
    openSteps.push({
      x,
      y,
      isHorizontal,
      cost,
      estimate: cost + minRemainingCost(point, to, isHorizontal),
      previous,
    });
  };
  visit(xs.indexOf(from.x), ys.indexOf(from.y), false, undefined);
  let steps = Math.min(maxSteps, budget.remainingSteps);
  for (let step = takeCheapest(openSteps); step && steps > 0; step = takeCheapest(openSteps)) {
    steps -= 1;
    budget.remainingSteps -= 1;
    const { x, y, isHorizontal } = step;
    if (xs[x] === to.x && ys[y] === to.y && !isHorizontal) return pointsTo(step, xs, ys);
    visited.add(`${x} ${y} ${isHorizontal}`);
    visit(x - 1, y, true, step);
    visit(x + 1, y, true, step);
    visit(x, y - 1, false, step);
    visit(x, y + 1, false, step);
  }
  return undefined;
};

const pointsTo = (last: Step, xs: readonly number[], ys: readonly number[]): Point[] => {
  const points: Point[] = [];
  for (let step: Step | undefined = last; step; step = step.previous) {
    points.unshift({ x: xs[step.x] ?? 0, y: ys[step.y] ?? 0 });
  }
  return points;
};
