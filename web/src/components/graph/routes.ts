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
 * `late` that line is close to the target, so that arrows to one node meet above it.
 */
const directRoute = (a: Point, b: Point, late: boolean, price: LineCost): Point[] | undefined => {
  const isFree = (points: readonly Point[]) =>
    points.slice(1).every((point, at) => {
      const before = points[at] ?? point;
      return price(before, point) === distance(before, point);
    });
  if (a.x === b.x) return a.y <= b.y && isFree([a, b]) ? [a, b] : undefined;
  const levels = Math.floor((b.y - a.y) / trackGap) + 1;
  for (let n = 0; n < levels; n += 1) {
    const y = late ? b.y - n * trackGap : a.y + n * trackGap;
    const way = [a, { x: a.x, y }, { x: b.x, y }, b];
    if (isFree(way)) return way;
  }
  return undefined;
};

/** With a horizontal line in the middle, if no path is free. */
const fallbackRoute = (a: Point, b: Point): Point[] => {
  const y = (a.y + b.y) / 2;
  return [a, { x: a.x, y }, { x: b.x, y }, b];
};

const linesOf = (points: readonly Point[], trip: ArrowEnds): Line[] =>
  points.slice(1).map((b, at) => ({ a: points[at] ?? b, b, trip }));

/** The straight beginning and end of an arrow, whatever its path between them. */
const endsOf = (trip: ArrowEnds): Line[] => {
  const { from, to } = trip;
  return [
    { a: from, b: { x: from.x, y: from.y + startLength }, trip },
    { a: { x: to.x, y: to.y - endLength }, b: to, trip },
  ];
};

type RouteContext = {
  boxes: readonly Box[];
  drawn: readonly Line[];
  late: boolean;
  effort: SearchBudget;
};

const findRoute = (trip: ArrowEnds, { boxes, drawn, late, effort }: RouteContext): Point[] => {
  const area = areaOf(trip);
  const near = boxes.filter((box) => isIntersecting(box, area));
  const lines = drawn.filter((line) => isIntersecting(boxOfLine(line), area));
  const price = lineCostAmong(trip, near, lines);
  const from = { x: trip.from.x, y: trip.from.y + startLength };
  const to = { x: trip.to.x, y: trip.to.y - endLength };
  return (
    directRoute(from, to, late, price) ??
    findPath({ from, to }, near, price, effort) ??
    fallbackRoute(from, to)
  );
};

export type Routes = Map<string, readonly Point[]>;

/**
 * The bends of all arrows, from start to end: horizontal and vertical lines that touch no box,
 * overlap no arrow with other ends, and have few crossings. Short arrows are routed first; those in
 * `kept` stay as they are. If no path is found within the effort, an arrow runs through boxes.
 */
export const routesOf = (
  trips: readonly ArrowEnds[],
  boxes: readonly Box[],
  kept: Routes = new Map(),
): Routes => {
  const arrivals = Map.groupBy(trips, ({ target }) => target);
  // Includes the ends of arrows that are routed later: no other line may run there.
  const drawn: Line[] = trips.flatMap((trip) => {
    const known = kept.get(trip.id);
    return known ? linesOf(known, trip) : endsOf(trip);
  });
  const routes: Routes = new Map();
  const effort: SearchBudget = { left: totalSteps };
  const shortFirst = trips.toSorted((a, b) => distance(a.from, a.to) - distance(b.from, b.to));
  for (const trip of shortFirst) {
    const { id, from, to, target } = trip;
    const known = kept.get(id);
    if (known) {
      routes.set(id, known);
      continue;
    }
    const late = (arrivals.get(target)?.length ?? 0) > 1;
    const points = removeStraightPoints([
      from,
      ...findRoute(trip, { boxes, drawn, late, effort }),
      to,
    ]);
    drawn.push(...linesOf(points, trip));
    routes.set(id, points);
  }
  return routes;
};
