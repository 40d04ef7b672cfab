import * as z from 'zod';
import { graph, graphEdge, graphNode, tooManyText } from '#lib/domain/bots/bot.schema.ts';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { cleanGraph } from '#lib/domain/bots/bot-file.rules.ts';
import { botFileFormat } from '#lib/domain/bots/bot-file.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { findFreeName, nameKey, namesOf } from './naming.ts';
import { renameReferences } from './references.ts';

/** The clipboard's format: marked, so that other text is never taken for nodes. */
const copiedNodesSchema = z.object({
  cloudwarden: z.literal('nodes'),
  nodes: z.array(graphNode).min(1),
  edges: z.array(graphEdge),
});

/** The text of a whole bot file can be pasted too. */
const botFile = z
  .looseObject({ format: z.literal(botFileFormat), graph })
  .transform((file) => file.graph);

const clipboardSchema = z.union([copiedNodesSchema, botFile]);

/** Nodes with the arrows between them. */
export type Fragment = Graph;

/** The given nodes and the arrows between them. */
export const fragmentOf = ({ nodes, edges }: Graph, ids: ReadonlySet<string>): Fragment => ({
  nodes: nodes.filter(({ id }) => ids.has(id)),
  edges: edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
});

/** The same nodes with new ids, without pinned data and without arrows that lose an end. */
const withNewIds = (
  { nodes, edges }: Fragment,
  nodeId: (index: number) => string,
  edgeId: (index: number) => string,
): Fragment => {
  const ids = new Map(nodes.map(({ id }, index) => [id, nodeId(index)]));
  const copies = nodes.map(({ pinned: _pinned, parentId, ...node }, index): GraphNode => {
    const parent = parentId && ids.get(parentId);
    return { ...node, id: nodeId(index), ...(parent && { parentId: parent }) };
  });
  const arrows = edges.flatMap((edge, index) => {
    const source = ids.get(edge.source);
    const target = ids.get(edge.target);
    return source && target ? [{ ...edge, id: edgeId(index), source, target }] : [];
  });
  return { nodes: copies, edges: arrows };
};

/**
 * A fragment for other programs: without secrets, and without ids of the organisation or of this
 * graph.
 */
export const clipboardText = (fragment: Fragment): string => {
  const numberedFragment = withNewIds(
    cleanGraph(fragment).graph,
    (index) => `${index + 1}`,
    (index) => `arrow${index + 1}`,
  );
  return JSON.stringify({ cloudwarden: 'nodes', ...numberedFragment }, null, 2);
};

/** The nodes in a clipboard's text, or undefined if it contains something else. */
export const readClipboard = (text: string): Fragment | undefined => {
  try {
    const { nodes, edges } = clipboardSchema.parse(JSON.parse(text));
    return { nodes, edges };
  } catch {
    return undefined;
  }
};

/** The nodes with new names if theirs are taken; expressions among them are updated. */
const withFreeNames = (graph: Graph, nodes: readonly GraphNode[]): readonly GraphNode[] => {
  const existingNames = namesOf(graph);
  const takenNames = new Set([...existingNames, ...nodes.map(({ name }) => nameKey(name))]);
  const renames: { from: string; to: string }[] = [];
  const namedNodes = nodes.map((node) => {
    const isFree = !existingNames.has(nameKey(node.name));
    const name = isFree ? node.name : findFreeName(takenNames, node.name);
    if (!isFree) renames.push({ from: node.name, to: name });
    existingNames.add(nameKey(name));
    takenNames.add(nameKey(name));
    return { ...node, name };
  });
  return namedNodes.map((node) =>
    renames.reduce((renamed, { from, to }) => renameReferences(renamed, from, to), node),
  );
};

/**
 * The part of a fragment that this graph accepts: without unknown kinds, and without a second
 * start.
 */
const acceptedPart = (graph: Graph, { nodes, edges }: Fragment): Fragment => {
  const hasStart = graph.nodes.some(({ type }) => type === 'start');
  const acceptedNodes = nodes.filter(
    ({ type }) => type in nodeSettings && !(hasStart && type === 'start'),
  );
  return { nodes: acceptedNodes, edges };
};

/** Why a fragment cannot be pasted here, or undefined. */
export const pasteProblem = (graph: Graph, fragment: Fragment): string | undefined => {
  const { length } = acceptedPart(graph, fragment).nodes;
  if (length === 0) return 'A bot can have only one start node.';
  if (graph.nodes.length + length <= limits.nodesPerBot) return undefined;
  return tooManyText(limits.nodesPerBot, 'nodes');
};

/**
 * Adds a copy of the fragment, moved by `offset`, with new ids derived from `seed` and unique
 * names. A second start and arrows that lose an end are left out.
 */
export const paste = (
  graph: Graph,
  fragment: Fragment,
  seed: string,
  offset: { x: number; y: number },
): Graph => {
  if (pasteProblem(graph, fragment)) return graph;
  const { nodes, edges } = withNewIds(
    acceptedPart(graph, fragment),
    (index) => `${seed}_${index}`,
    (index) => `${seed}_e${index}`,
  );
  const copies = withFreeNames(graph, nodes).map((node) => ({
    ...node,
    position: {
      x: Math.round(node.position.x + offset.x),
      y: Math.round(node.position.y + offset.y),
    },
  }));
  return { nodes: [...graph.nodes, ...copies], edges: [...graph.edges, ...edges] };
};
