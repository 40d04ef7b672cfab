import { arnsIn, hiddenArn } from '#lib/kernel/arns.ts';
import { idKinds } from '#lib/kernel/id-kinds.ts';
import { isSecret, nameOfPair, withoutUrlSecrets } from '#lib/kernel/secret-settings.ts';
import type { BotView, Graph, GraphNode } from './bot.schema.ts';
import { type BotFile, botFileFormat } from './bot-file.schema.ts';

/** The id of something of an organisation: it means nothing, or something else, elsewhere. */
const ownId = new RegExp(`^(${idKinds.join('|')})_[0-9a-f]{16,}$`);

type Told = { stripped: Set<string>; arns: Set<string> };

const cleanText = (text: string, key: string, told: Told): string | undefined => {
  if (ownId.test(text)) {
    told.stripped.add(`The reference ${key} to something of the organisation`);
    return undefined;
  }
  if (text.startsWith('arn:')) {
    told.stripped.add(`The ARN in ${key}`);
    return hiddenArn;
  }
  if (isSecret(key, text)) {
    told.stripped.add(`The secret in ${key}`);
    return '';
  }
  for (const arn of arnsIn(text)) told.arns.add(arn);
  const bare = withoutUrlSecrets(text);
  if (bare !== text) told.stripped.add(`The secret in the address ${key}`);
  return bare;
};

/** Names of an integration's own, wherever they stand. */
const ownNames = new Set([
  'integration_id',
  'integration_ids',
  'integration_group',
  'integration_groups',
]);

/** What integrations are known by in their organisation, in whatever form. */
const ownInside = new Set(['id', 'ids', 'group', 'groups']);

/** What holds integrations, at any depth; all that lies in a toolkit is the tools of an agent. */
const holders = /^(integrations?|mail_server|clients)$/;
const toolkits = /^(agent_)?toolkits?$/;

/** What a value lies in, by the name that it has there; blank where no integration is meant. */
const insideOf = (name: string, around: string): string => {
  if (toolkits.test(around)) return around;
  // Of clients each has a name that people chose.
  if (around === 'clients') return 'client';
  return holders.test(name) || toolkits.test(name) ? name : '';
};

/** What a file does not say of the integrations of its nodes. Ids of ours are told elsewhere. */
const isOwn = (name: string, value: unknown, around: string): boolean => {
  if (typeof value === 'string' && ownId.test(value)) return false;
  if (ownNames.has(name)) return true;
  return around !== '' && around !== 'clients' && ownInside.has(name);
};

/** Fields without what may not be told; `setting` is what holds the integration they are of. */
const cleanFields = (
  fields: object,
  told: Told,
  setting = '',
  keyOf = (name: string): string => name,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, one]) => {
      if (isOwn(name, one, setting)) {
        told.stripped.add(setting === '' ? `The ${name}` : `The ${name} of ${setting}`);
        return [];
      }
      const kept = clean(one, keyOf(name), told, insideOf(name, setting));
      return kept === undefined ? [] : [[name, kept]];
    }),
  );

const clean = (value: unknown, key: string, told: Told, setting: string): unknown => {
  if (typeof value === 'string') return cleanText(value, key, told);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((one) => {
      const kept = clean(one, key, told, setting);
      return kept === undefined ? [] : [kept];
    });
  }
  const pair = nameOfPair(value);
  return cleanFields(value, told, setting, (name) =>
    pair !== undefined && name === 'value' ? pair : name,
  );
};

/** What a node answered once may tell as much as its settings; without anything left it goes. */
const cleanPin = (pinned: GraphNode['pinned'], told: Told): Pick<GraphNode, 'pinned'> => {
  const output = pinned && clean(pinned.output, 'pinned data', told, '');
  return output === undefined ? {} : { pinned: { output } };
};

const cleanNode = ({ pinned, ...node }: GraphNode, told: Told): GraphNode => ({
  ...node,
  settings: cleanFields(node.settings, told),
  ...cleanPin(pinned, told),
});

/** A graph without secrets and without what is somebody's own; says what went. */
export const cleanGraph = (graph: Graph) => {
  const told: Told = { stripped: new Set(), arns: new Set() };
  const nodes = graph.nodes.map((node) => cleanNode(node, told));
  return { graph: { ...graph, nodes }, stripped: [...told.stripped], arns: [...told.arns] };
};

/** What a node answered once may tell of accounts and people. */
const withoutPins = ({ nodes, edges }: Graph): Graph => ({
  nodes: nodes.map(({ pinned: _, ...node }) => node),
  edges,
});

/** What a bot's file holds. */
export const fileOf = (bot: BotView, withPins = false) => {
  const { name, description, category, importance } = bot;
  const { graph, arns } = cleanGraph(withPins ? bot.graph : withoutPins(bot.graph));
  const { error_bot_id: _, ...settings } = bot.settings ?? {};
  const kept = bot.settings && { settings: { allow_overlap: false, ...settings } };
  const file = { format: botFileFormat, name, description, category, importance, ...kept, graph };
  const pinned_nodes = bot.graph.nodes.filter(({ pinned }) => pinned).map((node) => node.name);
  return { file: file as BotFile, arns, pinned_nodes };
};
