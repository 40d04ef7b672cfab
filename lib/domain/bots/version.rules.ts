import { fieldChanges } from '#lib/kernel/field-changes.ts';
import type { Graph, GraphEdge, GraphNode } from './bot.schema.ts';
import { nodeSettings } from './node.schema.ts';
import { nodePolicy } from './nodes/policy.schema.ts';
import { defaultsOf } from './settings.rules.ts';
import type { ArrowChange, NodeDifference, VersionComparison } from './version.schema.ts';

type Fields = Record<string, unknown>;

/** Settings with their defaults; invalid settings are compared as they are. */
const settingsOf = ({ type, settings }: GraphNode): Fields => {
  const parsed = nodeSettings[type].safeParse(settings);
  return parsed.success ? { ...parsed.data } : settings;
};

const prefixKeys = (prefix: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}.${name}`, value]));

/** The fields of a node that are compared; its position is not one of them. */
const fieldsOf = (node: GraphNode): Fields => ({
  name: node.name,
  type: node.type,
  ...prefixKeys('settings', settingsOf(node)),
  ...prefixKeys('policy', nodePolicy.parse(node.policy ?? {})),
  ...(node.disabled && { disabled: true }),
  ...(node.pinned && { pinned: node.pinned }),
});

/** A node without settings, with which added and removed nodes are compared. */
const bareFieldsOf = ({ name, type }: GraphNode): Fields => ({
  name,
  type,
  ...prefixKeys('policy', nodePolicy.parse({})),
});

/** The fields of an added or removed node, without settings that have their default value. */
const nonDefaultFieldsOf = (node: GraphNode): Fields => {
  const defaults = prefixKeys('settings', defaultsOf(nodeSettings[node.type].shape));
  const definedFields = fieldChanges(defaults, fieldsOf(node)).filter(
    ({ after }) => after !== undefined,
  );
  return Object.fromEntries(definedFields.map(({ field, after }) => [field, after]));
};

const arrowOf = ({ source, sourceHandle = 'next', target }: GraphEdge): string =>
  `${source} ${sourceHandle} ${target}`;

/** An arrow as text, with the names of the nodes that it connects. */
const arrowText = ({ nodes }: Graph, { source, sourceHandle, target }: GraphEdge): string => {
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? id;
  const handleText =
    sourceHandle === undefined || sourceHandle === 'next' ? '' : ` (${sourceHandle})`;
  return `"${nameOf(source)}"${handleText} → "${nameOf(target)}"`;
};

/** The arrows of one graph that another does not have, regardless of their ids. */
export const arrowsOnlyIn = (graph: Graph, other: Graph): GraphEdge[] => {
  const otherArrows = new Set(other.edges.map(arrowOf));
  return graph.edges.filter((edge) => !otherArrows.has(arrowOf(edge)));
};

const arrowChanges = (graph: Graph, other: Graph): ArrowChange[] =>
  arrowsOnlyIn(graph, other).map((one) => ({
    source: one.source,
    target: one.target,
    text: arrowText(graph, one),
  }));

const isMoved = (one: GraphNode, other: GraphNode): boolean =>
  Math.round(one.position.x) !== Math.round(other.position.x) ||
  Math.round(one.position.y) !== Math.round(other.position.y);

/** The differences between two versions of a bot, from the older to the newer one. */
export const compareGraphs = (before: Graph, after: Graph): VersionComparison => {
  const oldNodes = new Map(before.nodes.map((node) => [node.id, node]));
  const remainingIds = new Set(after.nodes.map(({ id }) => id));
  const nodeRefOf = ({ id: node_id, name, type }: GraphNode) => ({ node_id, name, type });
  const nodes = after.nodes.flatMap((node): NodeDifference[] => {
    const oldNode = oldNodes.get(node.id);
    if (!oldNode) {
      const fields = fieldChanges(bareFieldsOf(node), nonDefaultFieldsOf(node));
      const settings = { after: settingsOf(node) };
      return [{ ...nodeRefOf(node), how: 'added', fields, settings }];
    }
    const fields = fieldChanges(fieldsOf(oldNode), fieldsOf(node));
    const settings = { before: settingsOf(oldNode), after: settingsOf(node) };
    return fields.length > 0 ? [{ ...nodeRefOf(node), how: 'changed', fields, settings }] : [];
  });
  const removed = before.nodes
    .filter(({ id }) => !remainingIds.has(id))
    .map((node): NodeDifference => {
      const fields = fieldChanges(nonDefaultFieldsOf(node), bareFieldsOf(node));
      return { ...nodeRefOf(node), how: 'removed', fields, settings: { before: settingsOf(node) } };
    });
  return {
    nodes: [...nodes, ...removed],
    arrows_added: arrowChanges(after, before),
    arrows_removed: arrowChanges(before, after),
    moved: after.nodes.filter((node) => {
      const oldNode = oldNodes.get(node.id);
      return oldNode !== undefined && isMoved(oldNode, node);
    }).length,
  };
};
