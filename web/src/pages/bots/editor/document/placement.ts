import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import {
  boundsOf,
  type Box,
  boxOf,
  gap,
  isIntersecting,
  isTooClose,
  nodeSize,
} from '#web/components/graph/node-size.ts';

export type Position = GraphNode['position'];

/** The position itself, or the nearest free one to the right. */
export const findFreePosition = (graph: Graph, kind: NodeKind, { x, y }: Position): Position => {
  const boxes = graph.nodes.map(boxOf);
  const box = { x: Math.round(x), y: Math.round(y), ...nodeSize(kind) };
  for (;;) {
    const hit = boxes.find((other) => isTooClose(box, other));
    if (!hit) return { x: box.x, y: box.y };
    box.x = hit.x + hit.width + gap.x;
  }
};

/** In the next row, centred below this node. */
export const positionBelow = (node: GraphNode, kind: NodeKind): Position => {
  const from = boxOf(node);
  const middle = from.x + from.width / 2 - nodeSize(kind).width / 2;
  return { x: middle, y: from.y + from.height + gap.y };
};

/** Every node that can be reached from these, including themselves. */
const downstream = (graph: Graph, from: Iterable<string>): Set<string> => {
  const reachedIds = new Set(from);
  for (const id of reachedIds) {
    for (const { source, target } of graph.edges) if (source === id) reachedIds.add(target);
  }
  return reachedIds;
};

const moveDown = (graph: Graph, ids: ReadonlySet<string>, shift: number): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    ids.has(node.id)
      ? { ...node, position: { ...node.position, y: node.position.y + shift } }
      : node,
  ),
});

/**
 * Makes space for a node at `y`: the following nodes move down as a whole, as far as needed, along
 * with any that they would cover and their successors.
 */
export const makeRoom = (graph: Graph, from: GraphNode, y: number, kind: NodeKind): Graph => {
  const shift = y + nodeSize(kind).height + gap.y - from.position.y;
  if (shift <= 0) return graph;
  const isBelow = ({ position }: GraphNode) => position.y >= from.position.y;
  const belowIds = new Set(graph.nodes.filter(isBelow).map(({ id }) => id));
  const movedIds = new Set<string>();
  for (let pushedIds = [from.id]; pushedIds.length > 0;) {
    for (const id of downstream(graph, pushedIds)) if (belowIds.has(id)) movedIds.add(id);
    const after = moveDown(graph, movedIds, shift).nodes;
    const boxes = after.filter(({ id }) => movedIds.has(id)).map(boxOf);
    pushedIds = after
      .filter(({ id }) => belowIds.has(id) && !movedIds.has(id))
      .filter((node) => boxes.some((box) => isTooClose(box, boxOf(node))))
      .map(({ id }) => id);
  }
  return moveDown(graph, movedIds, shift);
};

/**
 * The offset for copies of nodes so that they overlap nothing: to the right of the originals, or in
 * the middle of the view if they would be outside of it.
 */
export const findFreeOffset = (
  graph: Graph,
  nodes: readonly GraphNode[],
  view: Box | undefined,
): Position => {
  const boxes = nodes.map(boxOf);
  const bounds = boundsOf(boxes);
  const offset = { x: 0, y: 0 };
  if (view && !isIntersecting(bounds, view)) {
    offset.x = Math.round(view.x + view.width / 2 - bounds.x - bounds.width / 2);
    offset.y = Math.round(view.y + view.height / 2 - bounds.y - bounds.height / 2);
  }
  const existingBoxes = graph.nodes.map(boxOf);
  for (;;) {
    const movedBoxes = boxes.map((box) => ({ ...box, x: box.x + offset.x, y: box.y + offset.y }));
    const steps = movedBoxes.flatMap((box) =>
      existingBoxes
        .filter((other) => isTooClose(box, other))
        .map((hit) => hit.x + hit.width + gap.x - box.x),
    );
    if (steps.length === 0) return offset;
    offset.x += Math.max(...steps);
  }
};
