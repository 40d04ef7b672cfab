import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { arrowsOnlyIn } from '#lib/domain/bots/version.rules.ts';
import type { VersionComparison } from '#lib/domain/bots/version.schema.ts';
import type { Difference, Marks } from '#web/components/graph/flow.ts';
import { tidyGraph } from '#web/components/graph/tidy.ts';

/**
 * Two versions of a graph in one picture: the newer one with the removed parts at their old
 * positions, and how each node and arrow differs.
 */
export const mergedGraph = (
  before: Graph,
  after: Graph,
  { nodes }: VersionComparison,
): { graph: Graph; marks: Marks } => {
  const afterIds = new Set(after.nodes.map(({ id }) => id));
  // A new arrow may have the id of a removed one.
  const removed = arrowsOnlyIn(before, after).map((edge) => ({
    ...edge,
    id: `removed ${edge.id}`,
  }));
  const differences = new Map<string, Difference>([
    ...nodes.map(({ node_id, how }) => [node_id, how] as const),
    ...arrowsOnlyIn(after, before).map(({ id }) => [id, 'added'] as const),
    ...removed.map(({ id }) => [id, 'removed'] as const),
  ]);
  const graph = {
    nodes: [...after.nodes, ...before.nodes.filter(({ id }) => !afterIds.has(id))],
    edges: [...after.edges, ...removed],
  };
  return { graph, marks: { differences } };
};

/** The same, with a new layout. */
export const tidyMergedGraph = (before: Graph, after: Graph, found: VersionComparison) => {
  const { graph, marks } = mergedGraph(before, after, found);
  return { graph: tidyGraph(graph), marks };
};
