import type { Box } from './node-size.ts';

export type Point = { x: number; y: number };

/** An arrow to be routed: from below one node to above another. */
export type ArrowEnds = { id: string; source: string; target: string; from: Point; to: Point };

/** A horizontal or vertical line of an arrow. */
export type Line = { a: Point; b: Point; arrow: ArrowEnds };

/** The least distance in pixels between an arrow and whatever it passes. */
export const clearance = 10;
/** Pixels between two arrows side by side. */
export const trackGap = 10;
/** The detour in pixels that is accepted to avoid a crossing, or an overlap with another arrow. */
const penalties = { crossing: 150, overlap: 2000 };

/** Whether a horizontal or vertical line comes too close to a box. */
export const isBlocked = (a: Point, b: Point, box: Box): boolean =>
  Math.max(a.x, b.x) > box.x - clearance &&
  Math.min(a.x, b.x) < box.x + box.width + clearance &&
  Math.max(a.y, b.y) > box.y - clearance &&
  Math.min(a.y, b.y) < box.y + box.height + clearance;

const isWithin = (value: number, a: number, b: number): boolean =>
  value > Math.min(a, b) && value < Math.max(a, b);

/** Only one end belongs to a line, so that a path crosses once where two of its lines meet. */
const isWithinOrLast = (value: number, a: number, b: number): boolean =>
  value > Math.min(a, b) && value <= Math.max(a, b);

/** Whether the line from `a` to `b` crosses the other one. */
export const isCrossing = (a: Point, b: Point, c: Point, d: Point): boolean =>
  a.y === b.y
    ? isWithinOrLast(c.x, a.x, b.x) && isWithin(a.y, c.y, d.y)
    : isWithin(a.x, c.x, d.x) && isWithinOrLast(c.y, a.y, b.y);

/** Whether two parallel lines overlap, or are too close to be distinguished. */
export const isOverlapping = (a: Point, b: Point, c: Point, d: Point): boolean => {
  const [along, across] = a.y === b.y ? (['x', 'y'] as const) : (['y', 'x'] as const);
  return (
    Math.abs(a[across] - c[across]) < trackGap &&
    Math.min(Math.max(a[along], b[along]), Math.max(c[along], d[along])) >
      Math.max(Math.min(a[along], b[along]), Math.min(c[along], d[along]))
  );
};

/** Arrows may share a line if they begin at the same handle, or end at the same node. */
export const canShareLine = (one: ArrowEnds, other: ArrowEnds): boolean =>
  one.target === other.target || (one.source === other.source && one.from.x === other.from.x);

/** The cost of overlapping or crossing a line that is drawn already. */
export const conflictCost = (a: Point, b: Point, arrow: ArrowEnds, line: Line): number => {
  if (canShareLine(arrow, line.arrow)) return 0;
  const areParallel = (a.y === b.y) === (line.a.y === line.b.y);
  if (areParallel) return isOverlapping(a, b, line.a, line.b) ? penalties.overlap : 0;
  return isCrossing(a, b, line.a, line.b) ? penalties.crossing : 0;
};

export const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

const areInLine = (a: Point, b: Point, c: Point): boolean =>
  (a.x === b.x && b.x === c.x) || (a.y === b.y && b.y === c.y);

/** The points without those that are not bends. */
export const removeStraightPoints = (points: readonly Point[]): Point[] => {
  const bends: Point[] = [];
  for (const point of points) {
    const [previous, last] = [bends.at(-2), bends.at(-1)];
    if (last && distance(last, point) === 0) continue;
    if (previous && last && areInLine(previous, last, point)) bends.pop();
    bends.push(point);
  }
  return bends;
};
