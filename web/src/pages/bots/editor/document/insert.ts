import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import {
  closerOf,
  handlesOf,
  nodeFacts,
  opensBranches,
} from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { viewOf } from '#lib/engine/graph.ts';
import { structureOf } from '#lib/engine/structure.ts';
import { limits } from '#lib/kernel/limits.ts';
import { gap, nodeSize } from '#web/components/graph/node-size.ts';
import { defaultSettings } from './canonical.ts';
import { connect, edgeOf, findFreeHandle, handleOf } from './connect.ts';
import { findFreeName, namesOf } from './naming.ts';
import { findFreePosition, makeRoom, type Position, positionBelow } from './placement.ts';

/**
 * Where a new node goes: to a position, after a node (at one of its handles, and near a position if
 * given), or into an arrow.
 */
export type InsertPoint =
  | { at: Position }
  | { after: string; handle?: string | undefined; near?: Position | undefined }
  | { into: string };

/** After the start, if no other handle is free: the new node would be connected there anyway. */
export const insertPointAfterStart = (graph: Graph): InsertPoint | undefined => {
  const [first, ...others] = graph.nodes.filter(
    ({ id }) => findFreeHandle(graph, id) !== undefined,
  );
  return first?.type === 'start' && others.length === 0 ? { after: first.id } : undefined;
};

export type Insertion = {
  kind: NodeKind;
  id: string;
  insertPoint: InsertPoint;
  /** Initial settings, in addition to the defaults of the kind. */
  settings?: Record<string, unknown>;
};

const newNode = (
  graph: Graph,
  { kind, id, settings }: Insertion,
  position: Position,
): GraphNode => ({
  id: kind === 'start' && !graph.nodes.some((node) => node.id === 'start') ? 'start' : id,
  type: kind,
  name: findFreeName(namesOf(graph), nodeFacts[kind].label),
  position: { x: Math.round(position.x), y: Math.round(position.y) },
  settings: { ...defaultSettings(kind), ...settings },
});

/** Whether a run enters such a node and continues after it. */
export const canStandBetween = (kind: NodeKind): boolean =>
  kind !== 'start' && nodeFacts[kind].handles.length > 0;

const insertAt = (graph: Graph, insertion: Insertion, at: Position): Graph => {
  const node = newNode(graph, insertion, findFreePosition(graph, insertion.kind, at));
  return { ...graph, nodes: [...graph.nodes, node] };
};

/** A kind without handles is placed beside the arrow, to be connected by hand. */
const insertInto = (graph: Graph, edge: GraphEdge, insertion: Insertion): Graph => {
  const source = graph.nodes.find(({ id }) => id === edge.source);
  const target = graph.nodes.find(({ id }) => id === edge.target);
  if (!source || !target) return graph;
  if (!canStandBetween(insertion.kind)) {
    return insertAt(graph, insertion, positionBelow(source, insertion.kind));
  }
  const position = {
    x: positionBelow(target, insertion.kind).x,
    y: positionBelow(source, insertion.kind).y,
  };
  const spacedGraph = makeRoom(graph, target, position.y, insertion.kind);
  const node = newNode(
    spacedGraph,
    insertion,
    findFreePosition(spacedGraph, insertion.kind, position),
  );
  const handle = nodeFacts[insertion.kind].handles[0];
  const remainingEdges = spacedGraph.edges.filter(({ id }) => id !== edge.id);
  const incoming = edgeOf(`${insertion.id}_in`, { ...edge, target: node.id });
  const outgoing = edgeOf(`${insertion.id}_out`, {
    source: node.id,
    sourceHandle: handle,
    target: edge.target,
  });
  return { nodes: [...spacedGraph.nodes, node], edges: [...remainingEdges, incoming, outgoing] };
};

/** A new branch, which leads to the closer; an empty branch is filled first. */
const insertBranch = (graph: Graph, from: GraphNode, i: Insertion): Graph => {
  const closer = structureOf(viewOf(graph)).closerOf(from.id);
  const [sourceHandle] = handlesOf(from);
  const source = from.id;
  const emptyBranch = graph.edges.find(
    (edge) => edge.source === source && edge.target === closer?.id,
  );
  if (emptyBranch && canStandBetween(i.kind)) return insertInto(graph, emptyBranch, i);
  const extendedGraph = insertAt(graph, i, positionBelow(from, i.kind));
  const target = extendedGraph.nodes.at(-1)?.id ?? '';
  const connectedGraph = connect(extendedGraph, `${i.id}_in`, { source, sourceHandle, target });
  const [firstHandle] = nodeFacts[i.kind].handles;
  const connection = { source: target, sourceHandle: firstHandle, target: closer?.id ?? '' };
  return connect(connectedGraph, `${i.id}_out`, connection);
};

type After = { handle?: string | undefined; near?: Position | undefined };

/** Centred below the point where the arrow was dropped. */
const belowPoint = ({ x, y }: Position, kind: NodeKind): Position => ({
  x: x - nodeSize(kind).width / 2,
  y,
});

/** Pixels that a handle's branch is placed to the right of the fork's middle. */
const sideOf = (index: number, count: number, kind: NodeKind): number =>
  (index - (count - 1) / 2) * (nodeSize(kind).width + gap.x);

const insertAfter = (graph: Graph, from: GraphNode, { handle, near }: After, i: Insertion) => {
  if (opensBranches(from.type)) return insertBranch(graph, from, i);
  const fromHandle = handle ?? findFreeHandle(graph, from.id);
  const existingEdge = graph.edges.find(
    (edge) =>
      edge.source === from.id && (fromHandle === undefined || handleOf(edge) === fromHandle),
  );
  if (existingEdge && canStandBetween(i.kind)) return insertInto(graph, existingEdge, i);
  const handles = handlesOf(from);
  const { x, y } = positionBelow(from, i.kind);
  const side =
    fromHandle === undefined ? 0 : sideOf(handles.indexOf(fromHandle), handles.length, i.kind);
  const position = near ? belowPoint(near, i.kind) : { x: x + side, y };
  const extendedGraph = insertAt(graph, i, position);
  const added = extendedGraph.nodes.at(-1);
  if (!added || fromHandle === undefined || existingEdge) return extendedGraph;
  return connect(extendedGraph, `${i.id}_in`, {
    source: from.id,
    sourceHandle: fromHandle,
    target: added.id,
  });
};

const insertOne = (graph: Graph, insertion: Insertion): Graph => {
  const { insertPoint } = insertion;
  if ('at' in insertPoint) return insertAt(graph, insertion, insertPoint.at);
  if ('into' in insertPoint) {
    const edge = graph.edges.find(({ id }) => id === insertPoint.into);
    return edge ? insertInto(graph, edge, insertion) : graph;
  }
  const from = graph.nodes.find(({ id }) => id === insertPoint.after);
  return from ? insertAfter(graph, from, insertPoint, insertion) : graph;
};

/** An opener is added together with its closer, with an empty body. */
const withCloser = (graph: Graph, { kind, id }: Insertion): Graph => {
  const closer = closerOf(kind);
  if (!closer) return graph;
  const opener = graph.nodes.find((node) => node.id === id);
  const followingEdge = graph.edges.find(({ source }) => source === id);
  const insertion = { kind: closer, id: `${id}_end` };
  if (followingEdge)
    return insertOne(graph, { ...insertion, insertPoint: { into: followingEdge.id } });
  if (!opener) return graph;
  const extendedGraph = insertAt(
    graph,
    { ...insertion, insertPoint: { after: id } },
    positionBelow(opener, closer),
  );
  const target = extendedGraph.nodes.at(-1)?.id ?? '';
  const [sourceHandle] = handlesOf(opener);
  return connect(extendedGraph, `${id}_end_in`, { source: id, sourceHandle, target });
};

/**
 * Adds a node of this kind, connected if possible; the ids of its arrows are derived from its own.
 */
export const insert = (graph: Graph, insertion: Insertion): Graph => {
  const { kind } = insertion;
  const addedCount = closerOf(kind) ? 2 : 1;
  if (graph.nodes.length + addedCount > limits.nodesPerBot) return graph;
  if (kind === 'start' && graph.nodes.some(({ type }) => type === 'start')) return graph;
  const extendedGraph = insertOne(graph, insertion);
  return extendedGraph === graph ? graph : withCloser(extendedGraph, insertion);
};
