import * as z from 'zod';
import type { Graph, GraphNode } from './bot.schema.ts';
import { reachOf } from './kind-reach.rules.ts';
import { isPassedBy } from './node-facts.schema.ts';
import type { Reach } from './node-reach.rules.ts';
import { startSettings } from './nodes/start.schema.ts';
import { usedSettings } from './settings.rules.ts';

const named = z.object({
  type: z.string().regex(/^[a-z0-9_]{1,40}$/),
  id: z.string().optional().catch(undefined),
});

const tools = z.array(z.object({ integration: named.optional().catch(undefined) })).catch([]);

/** A node's settings, as far as they name what it works with. */
const naming = z.object({
  integration: named.optional().catch(undefined),
  mail_server: named.optional().catch(undefined),
  integrations: z.array(named.optional().catch(undefined)).catch([]),
  clients: z.record(z.string(), named.optional().catch(undefined)).catch({}),
  agent_toolkit: tools,
  agent_mcp_tools: tools,
  url: z.string().optional().catch(undefined),
});

/** Whose API a host is part of, by what it ends with. */
const clouds: [type: string, hosts: RegExp][] = [
  ['aws', /\.(amazonaws\.com(\.cn)?|api\.aws)$/],
  [
    'azure',
    /\.(azure\.(com|net|cn)|windows\.net|microsoftonline\.com)$|^graph\.microsoft\.com$/,
  ],
  ['gcp', /\.googleapis\.com$/],
];

/** The host of an address that names one, and none that is only found out in a run. */
const hostOf = (url: string): string =>
  /^https?:\/\/([a-z0-9.-]+)(:\d+)?([/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';

/** The integrations that a node names, and the address that it calls. */
const namedBy = ({ type, settings }: GraphNode) => {
  const { integration, integrations, mail_server, clients, ...others } = naming.parse(
    usedSettings(type, settings),
  );
  const { agent_toolkit, agent_mcp_tools, ...rest } = others;
  const ofTools = [...agent_toolkit, ...agent_mcp_tools].map((tool) => tool.integration);
  const all = [integration, mail_server, ...integrations, ...Object.values(clients), ...ofTools];
  return { ...rest, integrations: all.filter((one) => one !== undefined) };
};

const usesOf = ({ type }: GraphNode): Reach['uses'] => reachOf(type)?.uses ?? {};

/** The type of the inventory that a node reads; undefined where it reads none. */
export const queriedType = (node: GraphNode): string | undefined =>
  usesOf(node).queried?.(node.settings);

const typesOf = (node: GraphNode): string[] => {
  const { integrations, url = '' } = namedBy(node);
  const host = hostOf(url);
  const called = clouds.filter(([, hosts]) => hosts.test(host)).map(([type]) => type);
  return [queriedType(node) ?? [], integrations.map(({ type }) => type), called].flat();
};

/** The types of what the nodes of a graph work with, as far as the graph names it. */
export const integrationTypesOf = ({ nodes }: Graph): string[] =>
  [...new Set(nodes.filter((node) => !isPassedBy(node)).flatMap(typesOf))].sort();

const scanned = startSettings.shape.integrations;

/** The accounts whose findings start a bot: a start names them by their ids alone. */
const startedBy = ({ type, settings }: GraphNode): string[] => {
  if (type !== 'start') return [];
  return scanned.safeParse(usedSettings(type, settings)['integrations']).data ?? [];
};

const idsOf = (node: GraphNode): string[] => [
  ...namedBy(node).integrations.flatMap(({ id }) => id ?? []),
  ...startedBy(node),
];

/** The integrations that a graph's nodes use: their ids, each with the name of a node. */
export const usedIntegrations = ({ nodes }: Pick<Graph, 'nodes'>): Map<string, string> =>
  new Map(nodes.flatMap((node) => idsOf(node).map((id): [string, string] => [id, node.name])));

/** The actions that a graph's nodes run with any of some integrations. */
export const actionsWith = ({ nodes }: Graph, ids: readonly string[]): string[] =>
  actionIdsOf({
    edges: [],
    nodes: nodes.filter((node) => idsOf(node).some((id) => ids.includes(id))),
  });

const withoutBlanks = (ids: string[]): string[] => [...new Set(ids.filter((id) => id !== ''))];

/** The actions that a graph's nodes run, also those that are switched off for now. */
export const actionIdsOf = ({ nodes }: Graph): string[] =>
  withoutBlanks(nodes.flatMap((node) => usesOf(node).actions?.(node.settings) ?? []));

/** The bots that a graph's agents run, also those of agents that are switched off for now. */
export const agentBotIdsOf = ({ nodes }: Pick<Graph, 'nodes'>): string[] =>
  withoutBlanks(nodes.flatMap((node) => usesOf(node).bots?.(node.settings) ?? []));

/** What a bot says of what its graph works with. */
export const integrationsOf = (graph: Graph) => ({
  integration_types: integrationTypesOf(graph),
  integration_ids: [...usedIntegrations(graph).keys()],
  action_ids: actionIdsOf(graph),
  agent_bot_ids: agentBotIdsOf(graph),
});

/** What the draft of a bot names, whatever its published version does. */
export const drawnIn = (graph: Graph) => ({
  draft_action_ids: actionIdsOf(graph),
  draft_agent_bot_ids: agentBotIdsOf(graph),
  draft_integration_ids: [...usedIntegrations(graph).keys()],
});
