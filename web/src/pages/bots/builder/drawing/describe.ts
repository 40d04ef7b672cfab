import * as z from 'zod';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts, policyKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { withSecretsHidden } from '#lib/kernel/secret-settings.ts';
import { handleOf } from '../../editor/document/connect.ts';
import { maxAnswerLength } from './tool-answer.ts';

/** Metadata of a schema that only forms use. */
const formOnlyKeys = new Set(['$schema', 'control', 'placeholder', 'labels', 'uses', 'types']);

/** A bound that means "any whole number". */
const isTrivialBound = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER;

const withoutFormKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutFormKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, one]) => !formOnlyKeys.has(key) && !isTrivialBound(one),
  );
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutFormKeys(one)]));
};

/** The description and the settings schema of a node kind, as JSON. */
export const kindText = (kind: NodeKind): string => {
  const { label, description, handles, yields, mark } = nodeFacts[kind];
  const schema = z.toJSONSchema(nodeSettings[kind], { io: 'input', unrepresentable: 'any' });
  return JSON.stringify({
    kind,
    label,
    description,
    ...(mark && { mark }),
    ways_out: handles,
    ...(yields && { output: yields }),
    takes_policy: policyKinds.has(kind),
    settings: withoutFormKeys(schema),
  });
};

const nodeOutline = ({ id, type, name, settings, policy, disabled, pinned }: GraphNode) => ({
  id,
  kind: type,
  name,
  settings: withSecretsHidden(settings),
  ...(policy && { policy }),
  ...(disabled && { disabled }),
  ...(pinned && { has_pinned_data: true }),
});

const arrowsOf = ({ nodes, edges }: Graph): string[] => {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  return edges.map((edge) => {
    const [from, to] = [names.get(edge.source), names.get(edge.target)];
    return `${JSON.stringify(from)} -${handleOf(edge)}-> ${JSON.stringify(to)}`;
  });
};

/** A graph as sent to a model: without positions, pinned data and secrets. */
export const outlineOf = (graph: Graph): string =>
  JSON.stringify({ nodes: graph.nodes.map(nodeOutline), arrows: arrowsOf(graph) });

const largeDraftNote =
  'This draft is large, so the settings of its nodes were left out. To read them, name the nodes ' +
  'in a call of read_draft.';

/** A line for each node: its name, its kind and the targets of its handles. */
const overviewOf = ({ nodes, edges }: Graph): string => {
  const names = new Map(nodes.map(({ id, name }) => [id, JSON.stringify(name)]));
  const edgesBySource = Map.groupBy(edges, ({ source }) => source);
  const lines = nodes.map(({ id, type, name }) => {
    const to = edgesBySource
      .get(id)
      ?.map((edge) => `${handleOf(edge)} -> ${names.get(edge.target)}`);
    return `${JSON.stringify(name)} (${type})${to ? `: ${to.join(', ')}` : ''}`;
  });
  return [largeDraftNote, ...lines].join('\n');
};

/** A draft as sent to a model: whole, or as an overview if it would be too long. */
export const draftText = (graph: Graph): string => {
  const outline = outlineOf(graph);
  return outline.length <= maxAnswerLength ? outline : overviewOf(graph);
};

/** Some nodes of a draft, with their incoming and outgoing arrows. */
export const partText = (graph: Graph, ids: ReadonlySet<string>): string => {
  const edges = graph.edges.filter(({ source, target }) => ids.has(source) || ids.has(target));
  const nodes = graph.nodes.filter(({ id }) => ids.has(id));
  return JSON.stringify({ nodes: nodes.map(nodeOutline), arrows: arrowsOf({ ...graph, edges }) });
};

/** The problems that prevent a graph from running, one sentence per line. */
export const problemsText = ({ nodes }: Graph, problems: readonly Problem[]): string =>
  problems
    .map(({ node_id, message }) => {
      const node = nodes.find(({ id }) => id === node_id);
      return node ? `- ${JSON.stringify(node.name)}: ${message}` : `- ${message}`;
    })
    .join('\n');
