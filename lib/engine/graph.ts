import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { isInRuns } from '#lib/domain/bots/node-facts.schema.ts';

/** A bot's graph with look-ups: nodes by name and id, arrows by handle. */
export type GraphView = {
  /** The nodes that take part in runs: all except notes. */
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** The names of those nodes. */
  names: ReadonlySet<string>;
  start: GraphNode | undefined;
  find(id: string): GraphNode | undefined;
  /** The node to which a handle leads; undefined where it has no arrow. */
  next(id: string, handle: string): GraphNode | undefined;
  /** The nodes to which arrows from this one lead. */
  successors(id: string): readonly GraphNode[];
};

/** The handle at which an arrow begins. */
export const handleOf = ({ sourceHandle = 'next' }: GraphEdge): string => sourceHandle;

export const viewOf = ({ nodes, edges }: Graph): GraphView => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const bySource = Map.groupBy(edges, ({ source }) => source);
  const edgesFrom = (id: string) => bySource.get(id) ?? [];
  const target = (edge: GraphEdge | undefined) => edge && byId.get(edge.target);
  const acting = nodes.filter(isInRuns);
  return {
    nodes: acting,
    edges,
    names: new Set(acting.map(({ name }) => name)),
    start: nodes.find(({ type }) => type === 'start'),
    find: (id) => byId.get(id),
    next: (id, handle) => target(edgesFrom(id).find((edge) => handleOf(edge) === handle)),
    successors: (id) => edgesFrom(id).flatMap((edge) => target(edge) ?? []),
  };
};

/** The ids of all nodes that a run could reach. */
export const reachableIds = (view: GraphView): ReadonlySet<string> => {
  const visitedIds = new Set<string>();
  const pending = view.start ? [view.start] : [];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (visitedIds.has(node.id)) continue;
    visitedIds.add(node.id);
    pending.push(...view.successors(node.id));
  }
  return visitedIds;
};

/** The arrows that close a cycle, as pairs of source and target. */
export const backwardArrows = (view: GraphView): [GraphNode, GraphNode][] => {
  const found: [GraphNode, GraphNode][] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const root of view.nodes) {
    const path: { node: GraphNode; remainingNodes: GraphNode[] }[] = [];
    const visit = (node: GraphNode) => {
      state.set(node.id, 'open');
      path.push({ node, remainingNodes: [...view.successors(node.id)] });
    };
    if (!state.has(root.id)) visit(root);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const next = last.remainingNodes.shift();
      if (!next) state.set(path.pop()?.node.id ?? '', 'done');
      else if (!state.has(next.id)) visit(next);
      else if (state.get(next.id) === 'open') found.push([last.node, next]);
    }
  }
  return found;
};
