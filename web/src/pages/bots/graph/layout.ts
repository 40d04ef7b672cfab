import { Graph as DagreGraph, layout } from '@dagrejs/dagre';
import { handlesOf } from '#lib/domain/bots/node.schema.ts';
import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { gap, nodeSize } from './node-size.ts';

type Position = GraphNode['position'];

/** Arrows in the order of their handles, so that `yes` is laid out above `no`. */
const inHandleOrder = ({ nodes, edges }: Graph): GraphEdge[] => {
  const ways = new Map(nodes.map((node) => [node.id, handlesOf(node)]));
  const rank = (edge: GraphEdge) =>
    ways.get(edge.source)?.indexOf(edge.sourceHandle ?? 'next') ?? 0;
  return [...edges].sort((a, b) => rank(a) - rank(b));
};

/**
 * Keeps the branches of a fork in the order of its ways. Only nodes that nothing else leads to:
 * two forks can then never ask for opposite orders.
 */
const branchOrder = ({ edges }: Graph): { left: string; right: string }[] => {
  const arrivals = new Map<string, number>();
  for (const { target } of edges) arrivals.set(target, (arrivals.get(target) ?? 0) + 1);
  const last = new Map<string, string>();
  return edges.flatMap(({ source, target }) => {
    if (arrivals.get(target) !== 1) return [];
    const left = last.get(source);
    last.set(source, target);
    return left === undefined ? [] : [{ left, right: target }];
  });
};

const layered = (graph: Graph): Map<string, Position> => {
  const drawing = new DagreGraph({ multigraph: true });
  drawing.setGraph({ rankdir: 'LR', nodesep: gap.y, ranksep: gap.x, marginx: 0, marginy: 0 });
  drawing.setDefaultEdgeLabel(() => ({}));
  const drawn = graph.nodes.filter(({ type }) => type !== 'note');
  for (const { id, type } of drawn) drawing.setNode(id, nodeSize(type));
  const edges = inHandleOrder(graph);
  for (const { id, source, target } of edges) {
    if (drawing.hasNode(source) && drawing.hasNode(target)) {
      drawing.setEdge(source, target, {}, id);
    }
  }
  layout(drawing, { constraints: branchOrder({ ...graph, edges }) });
  return new Map(
    drawn.map(({ id, type }) => {
      const { x, y } = drawing.node(id);
      const { width, height } = nodeSize(type);
      return [id, { x: Math.round((x ?? 0) - width / 2), y: Math.round((y ?? 0) - height / 2) }];
    }),
  );
};

const distance = (a: Position, b: Position) => Math.hypot(a.x - b.x, a.y - b.y);

/** A note stays where it was relative to the node nearest to it. */
const beside = (note: GraphNode, nodes: GraphNode[], placed: Map<string, Position>): Position => {
  const near = nodes
    .filter(({ type }) => type !== 'note')
    .sort((a, b) => distance(a.position, note.position) - distance(b.position, note.position))[0];
  const to = near && placed.get(near.id);
  if (!to) return note.position;
  return {
    x: Math.round(to.x + note.position.x - near.position.x),
    y: Math.round(to.y + note.position.y - near.position.y),
  };
};

/** New positions, left to right in layers; the same graph always gets the same picture. */
export const tidyPositions = (graph: Graph): Map<string, Position> => {
  const placed = layered(graph);
  for (const node of graph.nodes) {
    if (node.type === 'note') placed.set(node.id, beside(node, graph.nodes, placed));
  }
  return placed;
};
