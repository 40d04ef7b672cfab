import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { handlesOf, isInRuns } from '#lib/domain/bots/node-facts.schema.ts';
import { type Frame, titleBoxOf } from './bodies.ts';
import { arrowEndAt, arrowStartAt } from './handles.ts';
import type { ArrowEnds } from './lines.ts';
import type { Box } from './node-size.ts';
import { type Routes, routesOf } from './routes.ts';

/** The boxes of a graph's nodes, by id. */
export type Boxes = ReadonlyMap<string, Box>;

const arrowEndsOf = (
  { id, sourceHandle = 'next', target }: GraphEdge,
  from: GraphNode,
  boxes: Boxes,
): ArrowEnds[] => {
  const [start, goal] = [boxes.get(from.id), boxes.get(target)];
  if (!start || !goal) return [];
  const handles = handlesOf(from);
  const handleIndex = Math.max(0, handles.indexOf(sourceHandle));
  const arrow: ArrowEnds = {
    id,
    source: from.id,
    target,
    from: arrowStartAt(start, handleIndex, Math.max(1, handles.length)),
    to: arrowEndAt(goal),
  };
  return [arrow];
};

/** The start and end points of a graph's arrows. */
export const allArrowEnds = ({ nodes, edges }: Graph, boxes: Boxes): ArrowEnds[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap((edge) => {
    const from = byId.get(edge.source);
    return from ? arrowEndsOf(edge, from, boxes) : [];
  });
};

/** The arrows of a graph with nodes in these boxes; those in `fixedRoutes` stay as they are. */
export const routeArrows = (
  graph: Graph,
  boxes: Boxes,
  frames: readonly Frame[],
  fixedRoutes?: Routes,
): Routes => {
  const cards = graph.nodes.filter(isInRuns).flatMap(({ id }) => boxes.get(id) ?? []);
  return routesOf(allArrowEnds(graph, boxes), [...cards, ...frames.map(titleBoxOf)], fixedRoutes);
};
