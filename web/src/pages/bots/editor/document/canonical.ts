import type { Graph, GraphEdge, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import { fullPolicy, ownPolicy } from './policy.ts';

/** The settings of a new node of this kind: the defaults of its schema. */
export const defaultSettings = (kind: NodeKind): Record<string, unknown> =>
  defaultsOf(nodeSettings[kind].shape);

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sortKeys(part)]));
};

const nodeContentOf = (node: GraphNode) =>
  sortKeys({
    ...node,
    position: undefined,
    policy: ownPolicy(fullPolicy(node)),
    settings: { ...defaultSettings(node.type), ...node.settings },
  });

/** Whether two nodes do the same, regardless of positions and pinned data. */
export const isSameNode = (a: GraphNode, b: GraphNode): boolean =>
  a === b ||
  JSON.stringify(nodeContentOf({ ...a, pinned: undefined })) ===
    JSON.stringify(nodeContentOf({ ...b, pinned: undefined }));

const roundedPositionOf = ({ id, position }: GraphNode) => [
  id,
  Math.round(position.x),
  Math.round(position.y),
];

const arrowKey = ({ source, sourceHandle, target }: GraphEdge) =>
  `${source} ${sourceHandle ?? 'next'} ${target}`;

const stringifySorted = (items: unknown[]): string =>
  JSON.stringify(items.map((item) => JSON.stringify(item)).sort());

/**
 * The behaviour of a graph as text: independent of positions, of the order of lists and of arrow
 * ids.
 */
const graphContentOf = (graph: Graph): string =>
  stringifySorted(graph.nodes.map(nodeContentOf)) + stringifySorted(graph.edges.map(arrowKey));

/** The content and all positions. */
const pictureOf = (graph: Graph): string =>
  graphContentOf(graph) + stringifySorted(graph.nodes.map(roundedPositionOf));

/** Whether two graphs do the same: moved boxes alone need not be saved. */
export const hasSameContent = (a: Graph, b: Graph): boolean =>
  a === b || graphContentOf(a) === graphContentOf(b);

/** Whether two graphs do the same and look the same. */
export const hasSamePicture = (a: Graph, b: Graph): boolean =>
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
