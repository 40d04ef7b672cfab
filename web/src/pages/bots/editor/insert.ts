import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeCatalogue, nodeHandles, type NodeKind } from '#lib/domain/bots/node.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { gap, nodeSize } from '../graph/node-size.ts';
import { defaultSettings } from './canonical.ts';
import { connect, edgeOf, freeHandle, handleOf } from './connect.ts';
import { freeName, namesOf } from './naming.ts';
import { freePlace, makeRoom, rightOf, type Position } from './placement.ts';

/** Where a new node goes: to a place, behind a node (by one of its ways), or into an arrow. */
export type Where =
  { at: Position } | { after: string; handle?: string | undefined } | { into: string };

export type Insertion = { kind: NodeKind; id: string; where: Where };

const newNode = (graph: Graph, { kind, id }: Insertion, position: Position): GraphNode => ({
  id: kind === 'start' && !graph.nodes.some((node) => node.id === 'start') ? 'start' : id,
  type: kind,
  name: freeName(namesOf(graph), nodeCatalogue[kind].label),
  position: { x: Math.round(position.x), y: Math.round(position.y) },
  settings: defaultSettings(kind),
});

const canStandBetween = (kind: NodeKind) => kind !== 'start' && nodeHandles[kind].length > 0;

const insertInto = (graph: Graph, edge: GraphEdge, insertion: Insertion): Graph => {
  const source = graph.nodes.find(({ id }) => id === edge.source);
  const target = graph.nodes.find(({ id }) => id === edge.target);
  if (!source || !target || !canStandBetween(insertion.kind)) return graph;
  const place = { x: rightOf(source, insertion.kind).x, y: rightOf(target, insertion.kind).y };
  const room = makeRoom(graph, target, place.x, insertion.kind);
  const node = newNode(room, insertion, freePlace(room, insertion.kind, place));
  const way = nodeHandles[insertion.kind][0];
  const rest = room.edges.filter(({ id }) => id !== edge.id);
  const before = edgeOf(`${insertion.id}_in`, { ...edge, target: node.id });
  const behind = edgeOf(`${insertion.id}_out`, {
    source: node.id,
    sourceHandle: way,
    target: edge.target,
  });
  return { nodes: [...room.nodes, node], edges: [...rest, before, behind] };
};

const insertAt = (graph: Graph, insertion: Insertion, at: Position): Graph => {
  const node = newNode(graph, insertion, freePlace(graph, insertion.kind, at));
  return { ...graph, nodes: [...graph.nodes, node] };
};

const insertAfter = (graph: Graph, from: GraphNode, handle: string | undefined, i: Insertion) => {
  const way = handle ?? freeHandle(graph, from.id);
  const taken = graph.edges.find(
    (edge) => edge.source === from.id && (way === undefined || handleOf(edge) === way),
  );
  if (taken && canStandBetween(i.kind)) return insertInto(graph, taken, i);
  const ways = nodeHandles[from.type];
  const lower = ways.indexOf(way ?? '') > 0 ? nodeSize(i.kind).height + gap.y : 0;
  const place = rightOf(from, i.kind);
  const grown = insertAt(graph, i, { x: place.x, y: place.y + lower });
  const added = grown.nodes.at(-1);
  if (!added || way === undefined || taken) return grown;
  return connect(grown, `${i.id}_in`, { source: from.id, sourceHandle: way, target: added.id });
};

/**
 * Adds a node of this kind, connected where that makes sense; its arrows get ids made from its
 * own.
 */
export const insert = (graph: Graph, insertion: Insertion): Graph => {
  const { where, kind } = insertion;
  if (graph.nodes.length >= limits.nodesPerBot) return graph;
  if (kind === 'start' && graph.nodes.some(({ type }) => type === 'start')) return graph;
  if ('at' in where) return insertAt(graph, insertion, where.at);
  if ('into' in where) {
    const edge = graph.edges.find(({ id }) => id === where.into);
    return edge ? insertInto(graph, edge, insertion) : graph;
  }
  const from = graph.nodes.find(({ id }) => id === where.after);
  return from ? insertAfter(graph, from, where.handle, insertion) : graph;
};
