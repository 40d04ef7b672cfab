import { handlesOf, isInRuns } from '#lib/domain/bots/node-facts.schema.ts';
import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import {
  arrange,
  defaultStrategy,
  type NodePositions,
  otherStrategies,
  type Sketch,
} from './arrange.ts';
import { bodiesOf } from './bodies.ts';
import { countCrossings, linesOf } from './crossings.ts';
import { boxOf, isIntersecting, nodeSize } from './node-size.ts';

type Position = GraphNode['position'];

/** Arrows in the order of their handles, so that `yes` is laid out left of `no`. */
const sortByHandle = ({ nodes, edges }: Graph): GraphEdge[] => {
  const handlesByNode = new Map(nodes.map((node) => [node.id, handlesOf(node)]));
  const rank = (edge: GraphEdge) =>
    handlesByNode.get(edge.source)?.indexOf(edge.sourceHandle ?? 'next') ?? 0;
  return [...edges].sort((a, b) => rank(a) - rank(b));
};

/** The input of the layout for a graph, without its notes. */
export const sketchOf = (graph: Graph, edges = sortByHandle(graph)): Sketch => {
  const runNodes = graph.nodes.filter(isInRuns);
  const ids = new Set(runNodes.map(({ id }) => id));
  return {
    nodes: runNodes.map(({ id, type }) => ({ id, ...nodeSize(type) })),
    edges: edges
      .filter(({ source, target }) => ids.has(source) && ids.has(target))
      .map(({ source, target }) => ({ source, target })),
    bodies: bodiesOf(graph).map(({ opener, closer, nodes }) => ({ opener, closer, nodes })),
  };
};

const distance = (a: Position, b: Position) => Math.hypot(a.x - b.x, a.y - b.y);

/** A note keeps its position relative to the nearest node. */
const notePosition = (note: GraphNode, nodes: GraphNode[], positions: NodePositions): Position => {
  const near = nodes
    .filter(isInRuns)
    .sort((a, b) => distance(a.position, note.position) - distance(b.position, note.position))[0];
  const to = near && positions.get(near.id);
  if (!to) return note.position;
  return {
    x: Math.round(to.x + note.position.x - near.position.x),
    y: Math.round(to.y + note.position.y - near.position.y),
  };
};

export const withNotes = ({ nodes }: Graph, positions: NodePositions): NodePositions => {
  const notes = nodes.filter((node) => !isInRuns(node));
  return new Map([
    ...positions,
    ...notes.map((note) => [note.id, notePosition(note, nodes, positions)] as const),
  ]);
};

const withPositions = (graph: Graph, positions: NodePositions): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({
    ...node,
    position: positions.get(node.id) ?? node.position,
  })),
});

/** Whether branches that nothing else leads to are in the order of their handles. */
const isInOrder = ({ edges }: Sketch, positions: NodePositions): boolean => {
  const arrivals = Map.groupBy(edges, ({ target }) => target);
  const branches = edges.filter(({ target }) => arrivals.get(target)?.length === 1);
  return [...Map.groupBy(branches, ({ source }) => source).values()].every((siblings) =>
    siblings.every(({ target }, at) => {
      const previous = siblings[at - 1];
      return (
        !previous || (positions.get(previous.target)?.x ?? 0) < (positions.get(target)?.x ?? 0)
      );
    }),
  );
};

/** For larger graphs only one layout is computed: users wait for it. */
const maxNodesToCompare = 100;

/** The positions with the fewest crossings among several layouts that keep the order of handles. */
const clearestLayout = (graph: Graph): NodePositions => {
  const sketch = sketchOf(graph);
  const countOf = (positions: NodePositions) =>
    countCrossings(linesOf(withPositions(graph, positions)));
  let best = arrange(sketch, defaultStrategy);
  let minCrossings = countOf(best);
  for (const strategy of otherStrategies) {
    if (minCrossings === 0 || sketch.nodes.length > maxNodesToCompare) return best;
    // The library alone: its result depends on the order in which it receives arrows.
    const positions = arrange(
      strategy.order === 'free' ? sketchOf(graph, graph.edges) : sketch,
      strategy,
    );
    const count = isInOrder(sketch, positions) ? countOf(positions) : Infinity;
    if (count < minCrossings) [best, minCrossings] = [positions, count];
  }
  return best;
};

/** New positions, in layers from top to bottom; the same graph always gets the same ones. */
export const tidyPositions = (graph: Graph): NodePositions =>
  withNotes(graph, clearestLayout(graph));

/** Whether a graph has a usable layout: no nodes overlap. */
export const isLaidOut = ({ nodes }: Graph): boolean => {
  const boxes = nodes.filter(isInRuns).map(boxOf);
  return !boxes.some((box, at) => boxes.slice(at + 1).some((other) => isIntersecting(box, other)));
};

/** The graph with its nodes at their new places. */
export const tidyGraph = (graph: Graph): Graph => withPositions(graph, tidyPositions(graph));
