import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeSettings, type NodeKind } from '#lib/domain/bots/node.schema.ts';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import { fullPolicy, ownPolicy } from './policy.ts';

/** The settings of a new node of this kind: the defaults of its schema. */
export const defaultSettings = (kind: NodeKind): Record<string, unknown> =>
  defaultsOf(nodeSettings[kind].shape);

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
};

const content = (node: GraphNode) =>
  sorted({
    ...node,
    position: undefined,
    policy: ownPolicy(fullPolicy(node)),
    settings: { ...defaultSettings(node.type), ...node.settings },
  });

/** Whether two nodes do the same, regardless of positions and pinned data. */
export const sameNode = (a: GraphNode, b: GraphNode): boolean =>
  a === b ||
  JSON.stringify(content({ ...a, pinned: undefined })) ===
    JSON.stringify(content({ ...b, pinned: undefined }));

const place = ({ id, position }: GraphNode) => [id, Math.round(position.x), Math.round(position.y)];

const arrow = ({ source, sourceHandle, target }: GraphEdge) =>
  `${source} ${sourceHandle ?? 'next'} ${target}`;

const inOrder = (items: unknown[]): string =>
  JSON.stringify(items.map((item) => JSON.stringify(item)).sort());

/**
 * The behaviour of a graph as text: independent of positions, of the order of lists and of arrow
 * ids.
 */
const contentOf = (graph: Graph): string =>
  inOrder(graph.nodes.map(content)) + inOrder(graph.edges.map(arrow));

/** The content and all positions. */
const pictureOf = (graph: Graph): string => contentOf(graph) + inOrder(graph.nodes.map(place));

/** Whether two graphs do the same: moved boxes alone need not be saved. */
export const sameContent = (a: Graph, b: Graph): boolean =>
  a === b || contentOf(a) === contentOf(b);

/** Whether two graphs do the same and look the same. */
export const samePicture = (a: Graph, b: Graph): boolean =>
  a === b || pictureOf(a) === pictureOf(b);

/** The graph of a new bot: only a start node. */
export const emptyGraph = (): Graph => ({
  nodes: [
    {
      id: 'start',
      type: 'start',
      name: 'Start',
      position: { x: 0, y: 0 },
      settings: defaultSettings('start'),
    },
  ],
  edges: [],
});
