import { distance, type Point } from './lines.ts';

const radius = 8;

/** The point between a corner and its neighbour where the curve begins. */
const curveStart = (corner: Point, neighbour: Point): Point => {
  const length = distance(corner, neighbour);
  const ratio = length === 0 ? 0 : Math.min(radius, length / 2) / length;
  return {
    x: corner.x + (neighbour.x - corner.x) * ratio,
    y: corner.y + (neighbour.y - corner.y) * ratio,
  };
};

const formatPoint = ({ x, y }: Point): string => `${x},${y}`;

/** The SVG path through these points, with rounded corners. */
export const pathOf = (points: readonly Point[]): string => {
  const [first, ...rest] = points;
  if (!first) return '';
  const bends = rest.map((corner, at) => {
    const [before, after] = [points[at] ?? corner, rest[at + 1]];
    if (!after) return `L${formatPoint(corner)}`;
    const [start, end] = [curveStart(corner, before), curveStart(corner, after)].map(formatPoint);
    return `L${start} Q${formatPoint(corner)} ${end}`;
  });
  return [`M${formatPoint(first)}`, ...bends].join(' ');
};

/** The middle of the longest line, where there is space for a button. */
export const middleOf = (points: readonly Point[]): Point => {
  const lines = points.slice(1).map((b, at) => ({ a: points[at] ?? b, b }));
  const longest = lines.reduce(
    (best, line) => (distance(line.a, line.b) > distance(best.a, best.b) ? line : best),
    lines[0] ?? { a: { x: 0, y: 0 }, b: { x: 0, y: 0 } },
  );
  return { x: (longest.a.x + longest.b.x) / 2, y: (longest.a.y + longest.b.y) / 2 };
};
