import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { isInRuns } from '#lib/domain/bots/node-facts.schema.ts';
import { bodiesOf, framesOf } from './bodies.ts';
import { canShareLine, isCrossing, type Line } from './lines.ts';
import { boxOf } from './node-size.ts';
import { allArrowEnds, routeArrows } from './arrow-ends.ts';

/** The drawn lines of all arrows of a graph. */
export const linesOf = (graph: Graph): Line[] => {
  const nodes = graph.nodes.filter(isInRuns);
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node)]));
  const routes = routeArrows(graph, boxes, framesOf(bodiesOf(graph), boxes));
  return allArrowEnds(graph, boxes).flatMap((arrow): Line[] => {
    const points = routes.get(arrow.id) ?? [];
    return points.slice(1).map((b, at) => ({ a: points[at] ?? b, b, arrow }));
  });
};

/** The number of crossings between arrows. */
export const countCrossings = (lines: readonly Line[]): number =>
  lines.reduce((sum, one, at) => {
    const crossings = lines
      .slice(at + 1)
      .filter(
        (two) => !canShareLine(one.arrow, two.arrow) && isCrossing(one.a, one.b, two.a, two.b),
      );
    return sum + crossings.length;
  }, 0);
