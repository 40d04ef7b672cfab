import type { Graph, GraphEdge } from '#lib/domain/bots/bot.schema.ts';
import { canBeEntered, handlesOf, opensBranches } from '#lib/domain/bots/node-facts.schema.ts';

export type Connection = { source: string; sourceHandle?: string | undefined; target: string };

export const handleOf = (edge: { sourceHandle?: string | null | undefined }): string =>
  edge.sourceHandle ?? 'next';

/** Whether this arrow may be created; `check` judges the whole graph later. */
export const canConnect = (graph: Graph, { source, sourceHandle, target }: Connection): boolean => {
  const from = graph.nodes.find(({ id }) => id === source);
  const to = graph.nodes.find(({ id }) => id === target);
  if (!from || !to || source === target || !canBeEntered(to.type)) return false;
  return handlesOf(from).includes(handleOf({ sourceHandle }));
};

export const edgeOf = (id: string, { source, sourceHandle, target }: Connection): GraphEdge => ({
  id,
  source,
  ...(sourceHandle && sourceHandle !== 'next' && { sourceHandle }),
  target,
});

/**
 * Creates the arrow. It replaces one at the same handle, as a handle leads to one node only; the
 * handle of a parallel leads to all its branches.
 */
export const connect = (graph: Graph, id: string, connection: Connection): Graph => {
  if (!canConnect(graph, connection)) return graph;
  const from = graph.nodes.find((node) => node.id === connection.source);
  const isSameHandle = ({ source, sourceHandle }: GraphEdge) =>
    source === connection.source && handleOf({ sourceHandle }) === handleOf(connection);
  const existingEdges = graph.edges.filter(isSameHandle);
  if (existingEdges.some(({ target }) => target === connection.target)) return graph;
  const keepsAll = from !== undefined && opensBranches(from.type);
  const edges = graph.edges.filter((edge) => keepsAll || !isSameHandle(edge));
  return { ...graph, edges: [...edges, edgeOf(id, connection)] };
};

/** The first handle of a node that is not connected yet. */
export const findFreeHandle = (graph: Graph, nodeId: string): string | undefined => {
  const node = graph.nodes.find(({ id }) => id === nodeId);
  const usedHandles = graph.edges.filter(({ source }) => source === nodeId).map(handleOf);
  return node && handlesOf(node).find((handle) => !usedHandles.includes(handle));
};
