import {
  type ArrowEnds,
  distance,
  type Line,
  type Point,
  removeStraightPoints,
  trackGap,
} from './lines.ts';
import { type Box, isIntersecting } from './node-size.ts';
import { findPath, type LineCost, lineCostAmong, type SearchBudget } from './search.ts';

/** Pixels that an arrow goes straight down at its start, past the name of its handle. */
const startLength = 26;
/** Pixels that it goes straight down before its end. */
const endLength = 16;
/** Pixels around an arrow's ends within which a path is searched. */
const searchMargin = 300;

/** The most steps of all searches for the arrows of one graph. */
const totalSteps = 20_000;

const areaOf = ({ from, to }: ArrowEnds): Box => ({
  x: Math.min(from.x, to.x) - searchMargin,
  y: Math.min(from.y, to.y) - searchMargin,
  width: Math.abs(from.x - to.x) + 2 * searchMargin,
  height: Math.abs(from.y - to.y) + 2 * searchMargin,
});

const boxOfLine = ({ a, b }: Line): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x) || 1,
  height: Math.abs(a.y - b.y) || 1,
});

/**
 * Straight down, or with one horizontal line between the rows: enough for nearly all arrows. With
 * `isNearTarget` that line is close to the target, so that arrows to one node meet above it.
 */
const directRoute = (
  a: Point,
  b: Point,
  isNearTarget: boolean,
  lineCost: LineCost,
): Point[] | undefined => {
  const isFree = (points: readonly Point[]) =>
    points.slice(1).every((point, at) => {
      const previous = points[at] ?? point;
      return lineCost(previous, point) === distance(previous, point);
    });
  if (a.x === b.x) return a.y <= b.y && isFree([a, b]) ? [a, b] : undefined;
  const levels = Math.floor((b.y - a.y) / trackGap) + 1;
  for (let n = 0; n < levels; n += 1) {
    const y = isNearTarget ? b.y - n * trackGap : a.y + n * trackGap;
    const route = [a, { x: a.x, y }, { x: b.x, y }, b];
    if (isFree(route)) return route;
  }
  return undefined;
};

/** With a horizontal line in the middle, if no path is free. */
const fallbackRoute = (a: Point, b: Point): Point[] => {
  const y = (a.y + b.y) / 2;
  return [a, { x: a.x, y }, { x: b.x, y }, b];
};

const linesOf = (points: readonly Point[], arrow: ArrowEnds): Line[] =>
  points.slice(1).map((b, at) => ({ a: points[at] ?? b, b, arrow }));

/** The straight beginning and end of an arrow, whatever its path between them. */
const endsOf = (arrow: ArrowEnds): Line[] => {
  const { from, to } = arrow;
  return [
    { a: from, b: { x: from.x, y: from.y + startLength }, arrow },
    { a: { x: to.x, y: to.y - endLength }, b: to, arrow },
  ];
};

type RouteContext = {
  boxes: readonly Box[];
  drawnLines: readonly Line[];
  isNearTarget: boolean;
  budget: SearchBudget;
};

const findRoute = (
  arrow: ArrowEnds,
  { boxes, drawnLines, isNearTarget, budget }: RouteContext,
): Point[] => {
  const area = areaOf(arrow);
  const nearBoxes = boxes.filter((box) => isIntersecting(box, area));
  const lines = drawnLines.filter((line) => isIntersecting(boxOfLine(line), area));
  const lineCost = lineCostAmong(arrow, nearBoxes, lines);
  const from = { x: arrow.from.x, y: arrow.from.y + startLength };
  const to = { x: arrow.to.x, y: arrow.to.y - endLength };
  return (
    directRoute(from, to, isNearTarget, lineCost) ??
    findPath({ from, to }, nearBoxes, lineCost, budget) ??
    fallbackRoute(from, to)
  );
};

export type Routes = Map<string, readonly Point[]>;

/**
 * The bends of all arrows, from start to end: horizontal and vertical lines that touch no box,
 * overlap no arrow with other ends, and have few crossings. Short arrows are routed first; those in
 * `fixedRoutes` stay as they are. If no path is found within the effort, an arrow runs through
 * boxes.
 */
export const routesOf = (
  arrows: readonly ArrowEnds[],
  boxes: readonly Box[],
  fixedRoutes: Routes = new Map(),
): Routes => {
  const arrivals = Map.groupBy(arrows, ({ target }) => target);
  // Includes the ends of arrows that are routed later: no other line may run there.
  const drawnLines: Line[] = arrows.flatMap((arrow) => {
    const fixedRoute = fixedRoutes.get(arrow.id);
    return fixedRoute ? linesOf(fixedRoute, arrow) : endsOf(arrow);
  });
  const routes: Routes = new Map();
  const budget: SearchBudget = { remainingSteps: totalSteps };
  const shortFirst = arrows.toSorted((a, b) => distance(a.from, a.to) - distance(b.from, b.to));
  for (const arrow of shortFirst) {
    const { id, from, to, target } = arrow;
    const fixedRoute = fixedRoutes.get(id);
    if (fixedRoute) {
      routes.set(id, fixedRoute);
      continue;
    }
    const isNearTarget = (arrivals.get(target)?.length ?? 0) > 1;
    const points = removeStraightPoints([
      from,
      ...findRoute(arrow, { boxes, drawnLines, isNearTarget, budget }),
      to,
    ]);
    drawnLines.push(...linesOf(points, arrow));
    routes.set(id, points);
  }
  return routes;
};
