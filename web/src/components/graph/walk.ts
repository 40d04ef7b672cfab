import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { boxOf } from './node-size.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

type Point = { x: number; y: number };

const middleOf = (node: GraphNode): Point => {
  const { x, y, width, height } = boxOf(node);
  return { x: x + width / 2, y: y + height / 2 };
};

/** The cost along and across the direction; nodes to the side count as farther away. */
const moveCost = (from: Point, to: Point, direction: Direction): number => {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const along = { left: -dx, right: dx, up: -dy, down: dy }[direction];
  const across = direction === 'left' || direction === 'right' ? dy : dx;
  return along <= 0 ? Infinity : along + 2 * Math.abs(across);
};

const findNearest = (from: GraphNode, nodes: readonly GraphNode[], direction: Direction) => {
  const ranked = nodes
    .filter(({ id }) => id !== from.id)
    .map((node) => ({ node, cost: moveCost(middleOf(from), middleOf(node), direction) }))
    .filter(({ cost }) => cost < Infinity)
    .sort((a, b) => a.cost - b.cost);
  return ranked[0]?.node.id;
};

/** Down follows the first outgoing arrow, up the first incoming one. */
const connectedNode = ({ edges }: Graph, id: string, direction: Direction): string | undefined => {
  if (direction === 'down') return edges.find(({ source }) => source === id)?.target;
  if (direction === 'up') return edges.find(({ target }) => target === id)?.source;
  return undefined;
};

/** The node that an arrow key moves to: along the arrows, else the nearest one on that side. */
export const findNodeInDirection = (
  graph: Graph,
  from: string | undefined,
  direction: Direction,
) => {
  const node = graph.nodes.find(({ id }) => id === from);
  if (!node) return (graph.nodes.find(({ type }) => type === 'start') ?? graph.nodes[0])?.id;
  return (
    connectedNode(graph, node.id, direction) ?? findNearest(node, graph.nodes, direction) ?? node.id
  );
};
