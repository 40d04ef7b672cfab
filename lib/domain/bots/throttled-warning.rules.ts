import type { Graph, GraphNode, Problem } from './bot.schema.ts';
import { isSkipped, nodeFacts } from './node-facts.schema.ts';
import { nodeSettings } from './node.schema.ts';

/** The nodes inside a loop, including those of nested loops and parallels. */
const bodyOf = ({ nodes, edges }: Graph, loop: GraphNode): GraphNode[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const depths = new Map<string, number>();
  const visitTargets = (from: string, depth: number, handle?: string) => {
    for (const { source, target, sourceHandle } of edges) {
      const isNext = source === from && (handle === undefined || sourceHandle === handle);
      if (isNext && depth > 0 && !depths.has(target)) depths.set(target, depth);
    }
  };
  visitTargets(loop.id, 1, 'body');
  // Iterating over a map includes entries that are added meanwhile.
  for (const [id, depth] of depths) {
    const node = byId.get(id);
    const does = node && nodeFacts[node.type].does;
    visitTargets(id, depth + Number(does === 'opens') - Number(does === 'closes'));
  }
  return [...depths.keys()].flatMap((id) => byId.get(id) ?? []);
};

/** Whether a node calls an integration, whose service may throttle frequent calls. */
const callsAccount = ({ type, settings }: GraphNode): boolean =>
  type === 'rest_api_action' || (type === 'http_request' && settings['integration'] !== undefined);

const isTriedOnce = ({ policy }: GraphNode): boolean => (policy?.retries ?? 0) === 0;

/** Warnings about calls that a loop makes concurrently and that fail if they are throttled once. */
export const throttledWarnings = (graph: Graph, loop: GraphNode): Problem[] => {
  const settings = nodeSettings.loop.safeParse(loop.settings).data;
  if (!settings || settings.loop_type === 'while' || settings.max_concurrency === 1) return [];
  return bodyOf(graph, loop)
    .filter((node) => !isSkipped(node) && callsAccount(node) && isTriedOnce(node))
    .map((node) => ({
      node_id: node.id,
      message:
        `"${node.name}", Retries: "${loop.name}" makes up to ${settings.max_concurrency} ` +
        'of these calls at once. A service may throttle calls that are too frequent, and with ' +
        '0 retries a throttled call fails the iteration. Set retries: they wait as long as the ' +
        'service requires.',
    }));
};
