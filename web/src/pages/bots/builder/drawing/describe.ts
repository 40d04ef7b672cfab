import * as z from 'zod';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts, policyKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeSettings, type NodeKind } from '#lib/domain/bots/node.schema.ts';
import { withSecretsHidden } from '#lib/domain/bots/secret-settings.rules.ts';
import { handleOf } from '../../editor/document/connect.ts';

/** What only forms need of a schema. */
const ofForms = new Set(['$schema', 'control', 'placeholder', 'labels', 'uses', 'types']);

/** Bounds that mean "any whole number". */
const isNoBound = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER;

const withoutForm = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutForm);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, one]) => !ofForms.has(key) && !isNoBound(one));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutForm(one)]));
};

/** What a kind is, does and is set by, as JSON. */
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
    settings: withoutForm(schema),
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

/** A graph as a model reads it: without places, without pinned data and without secrets. */
export const outlineOf = (graph: Graph): string =>
  JSON.stringify({ nodes: graph.nodes.map(nodeOutline), arrows: arrowsOf(graph) });

/** What keeps a graph from running, one sentence a line. */
export const problemsText = ({ nodes }: Graph, problems: readonly Problem[]): string =>
  problems
    .map(({ node_id, message }) => {
      const node = nodes.find(({ id }) => id === node_id);
      return node ? `- ${JSON.stringify(node.name)}: ${message}` : `- ${message}`;
    })
    .join('\n');
