import * as z from 'zod';
import type { Graph, GraphNode } from './bot.schema.ts';
import { reachOf } from './reach-by-kind.rules.ts';
import { isSkipped } from './node-facts.schema.ts';
import type { Reach } from './node-reach.rules.ts';
import { startSettings } from './nodes/start.schema.ts';
import { usedSettings } from './settings.rules.ts';

const namedIntegration = z.object({
  type: z.string().regex(/^[a-z0-9_]{1,40}$/),
  id: z.string().optional().catch(undefined),
});

const tools = z
  .array(z.object({ integration: namedIntegration.optional().catch(undefined) }))
  .catch([]);

/** The parts of a node's settings that name integrations or an address. */
const namingSettings = z.object({
  integration: namedIntegration.optional().catch(undefined),
  mail_server: namedIntegration.optional().catch(undefined),
  integrations: z.array(namedIntegration.optional().catch(undefined)).catch([]),
  clients: z.record(z.string(), namedIntegration.optional().catch(undefined)).catch({}),
  agent_toolkit: tools,
  agent_mcp_tools: tools,
  url: z.string().optional().catch(undefined),
});

/** Cloud providers by the hosts of their APIs. */
const clouds: [type: string, hosts: RegExp][] = [
  ['aws', /\.(amazonaws\.com(\.cn)?|api\.aws)$/],
  ['azure', /\.(azure\.(com|net|cn)|windows\.net|microsoftonline\.com)$|^graph\.microsoft\.com$/],
  ['gcp', /\.googleapis\.com$/],
];

/** The host of a URL in lower case; empty if it is only known in the run. */
const hostOf = (url: string): string =>
  /^https?:\/\/([a-z0-9.-]+)(:\d+)?([/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';

/** The integrations that a node names, and the URL that it calls. */
const referencesIn = ({ type, settings }: GraphNode) => {
  const { integration, integrations, mail_server, clients, ...others } = namingSettings.parse(
    usedSettings(type, settings),
  );
  const { agent_toolkit, agent_mcp_tools, ...rest } = others;
  const toolIntegrations = [...agent_toolkit, ...agent_mcp_tools].map((tool) => tool.integration);
  const all = [
    integration,
    mail_server,
    ...integrations,
    ...Object.values(clients),
    ...toolIntegrations,
  ];
  return { ...rest, integrations: all.filter((one) => one !== undefined) };
};

const usesOf = ({ type }: GraphNode): Reach['uses'] => reachOf(type)?.uses ?? {};

/** The type of inventory that a node queries; undefined if it queries none. */
export const queriedType = (node: GraphNode): string | undefined =>
  usesOf(node).queried?.(node.settings);

const typesOf = (node: GraphNode): string[] => {
  const { integrations, url = '' } = referencesIn(node);
  const host = hostOf(url);
  const called = clouds.filter(([, hosts]) => hosts.test(host)).map(([type]) => type);
  return [queriedType(node) ?? [], integrations.map(({ type }) => type), called].flat();
};

/** The types of integrations that a graph's nodes use, as far as the graph names them. */
export const integrationTypesOf = ({ nodes }: Graph): string[] =>
  [...new Set(nodes.filter((node) => !isSkipped(node)).flatMap(typesOf))].sort();

const scannedIntegrations = startSettings.shape.integrations;

/** Integrations whose findings start a bot; a start node names them by id only. */
const triggeringIntegrations = ({ type, settings }: GraphNode): string[] => {
  if (type !== 'start') return [];
  return scannedIntegrations.safeParse(usedSettings(type, settings)['integrations']).data ?? [];
};

const idsOf = (node: GraphNode): string[] => [
  ...referencesIn(node).integrations.flatMap(({ id }) => id ?? []),
  ...triggeringIntegrations(node),
];

/** The ids of integrations that a graph's nodes use, each with the name of a node that uses it. */
export const usedIntegrations = ({ nodes }: Pick<Graph, 'nodes'>): Map<string, string> =>
  new Map(nodes.flatMap((node) => idsOf(node).map((id): [string, string] => [id, node.name])));

/** The ids of actions that a graph's nodes run with any of these integrations. */
export const actionIdsWith = ({ nodes }: Graph, ids: readonly string[]): string[] =>
  actionIdsOf({
    edges: [],
    nodes: nodes.filter((node) => idsOf(node).some((id) => ids.includes(id))),
  });

const withoutBlanks = (ids: string[]): string[] => [...new Set(ids.filter((id) => id !== ''))];

/** The ids of actions that a graph's nodes run, including disabled nodes. */
export const actionIdsOf = ({ nodes }: Graph): string[] =>
  withoutBlanks(nodes.flatMap((node) => usesOf(node).actions?.(node.settings) ?? []));

/** The ids of bots that a graph's AI agents run, including disabled nodes. */
export const agentBotIdsOf = ({ nodes }: Pick<Graph, 'nodes'>): string[] =>
  withoutBlanks(nodes.flatMap((node) => usesOf(node).bots?.(node.settings) ?? []));

/** The fields of a bot that list what its published graph uses. */
export const publishedUsesOf = (graph: Graph) => ({
  integration_types: integrationTypesOf(graph),
  integration_ids: [...usedIntegrations(graph).keys()],
  action_ids: actionIdsOf(graph),
  agent_bot_ids: agentBotIdsOf(graph),
});

/** The fields of a bot that list what its draft uses. */
export const draftUsesOf = (graph: Graph) => ({
  draft_action_ids: actionIdsOf(graph),
  draft_agent_bot_ids: agentBotIdsOf(graph),
  draft_integration_ids: [...usedIntegrations(graph).keys()],
});
