import * as z from 'zod';
import { graphEdge, graphNode, type Graph } from '#lib/domain/bots/bot.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { freeName, namesOf } from './naming.ts';

/** What the clipboard holds: marked, so that other text is never taken for nodes. */
const fragment = z.object({
  cloudwarden: z.literal('nodes'),
  nodes: z.array(graphNode).min(1),
  edges: z.array(graphEdge),
});

/** Nodes with the arrows between them. */
export type Fragment = Pick<z.infer<typeof fragment>, 'nodes' | 'edges'>;

/** The named nodes and the arrows that have both ends among them. */
export const fragmentOf = (graph: Graph, ids: ReadonlySet<string>): Fragment => ({
  nodes: graph.nodes.filter(({ id }) => ids.has(id)),
  edges: graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
});

export const clipboardText = ({ nodes, edges }: Fragment): string =>
  JSON.stringify({ cloudwarden: 'nodes', nodes, edges }, null, 2);

/** The nodes in a clipboard's text, or nothing when it holds something else. */
export const readClipboard = (text: string): Fragment | undefined => {
  try {
    const { nodes, edges } = fragment.parse(JSON.parse(text));
    return { nodes, edges };
  } catch {
    return undefined;
  }
};

const withUniqueNames = (graph: Graph, nodes: Fragment['nodes']): Fragment['nodes'] => {
  const taken = namesOf(graph);
  return nodes.map((node) => {
    const name = freeName(taken, node.name);
    taken.add(name.toLowerCase());
    return { ...node, name };
  });
};

/**
 * Adds a copy of the fragment, moved by `offset`, with new ids made from `seed` and unique names.
 * A second start is left out, and so are arrows that lose an end.
 */
export const paste = (
  graph: Graph,
  { nodes, edges }: Fragment,
  seed: string,
  offset: { x: number; y: number },
): Graph => {
  const hasStart = graph.nodes.some(({ type }) => type === 'start');
  const kept = nodes.filter(({ type }) => type in nodeSettings && !(hasStart && type === 'start'));
  if (kept.length === 0 || graph.nodes.length + kept.length > limits.nodesPerBot) return graph;
  const ids = new Map(kept.map(({ id }, index) => [id, `${seed}_${index}`]));
  const copies = withUniqueNames(graph, kept).map((node) => ({
    ...node,
    id: ids.get(node.id) ?? node.id,
    parentId: node.parentId && ids.get(node.parentId),
    position: { x: node.position.x + offset.x, y: node.position.y + offset.y },
  }));
  const arrows = edges.flatMap((edge, index) => {
    const source = ids.get(edge.source);
    const target = ids.get(edge.target);
    return source && target ? [{ ...edge, id: `${seed}_e${index}`, source, target }] : [];
  });
  return { nodes: [...graph.nodes, ...copies], edges: [...graph.edges, ...arrows] };
};
