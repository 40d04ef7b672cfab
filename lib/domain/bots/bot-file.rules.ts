import { arnsIn, hiddenArn } from '#lib/kernel/arns.ts';
import { idKinds } from '#lib/kernel/id-kinds.ts';
import { isSecret, nameOfPair, withoutUrlSecrets } from '#lib/kernel/secret-settings.ts';
import type { BotView, Graph, GraphNode } from './bot.schema.ts';
import { type BotFile, botFileFormat } from './bot-file.schema.ts';

/** Matches ids of an organisation's records, which have no meaning in another organisation. */
const recordIdPattern = new RegExp(`^(${idKinds.join('|')})_[0-9a-f]{16,}$`);

type CleaningReport = { stripped: Set<string>; arns: Set<string> };

const cleanText = (text: string, key: string, report: CleaningReport): string | undefined => {
  if (recordIdPattern.test(text)) {
    report.stripped.add(`The reference to a record of the organisation in ${key}`);
    return undefined;
  }
  if (text.startsWith('arn:')) {
    report.stripped.add(`The ARN in ${key}`);
    return hiddenArn;
  }
  if (isSecret(key, text)) {
    report.stripped.add(`The secret in ${key}`);
    return '';
  }
  for (const arn of arnsIn(text)) report.arns.add(arn);
  const bare = withoutUrlSecrets(text);
  if (bare !== text) report.stripped.add(`The secret in the URL in ${key}`);
  return bare;
};

/** Fields that name integrations, at any place in the settings. */
const integrationFields = new Set([
  'integration_id',
  'integration_ids',
  'integration_group',
  'integration_groups',
]);

/** Fields inside an integration setting that identify it in its organisation. */
const identifyingFields = new Set(['id', 'ids', 'group', 'groups']);

/** Fields that hold integrations, at any depth; a toolkit holds an AI agent's tools. */
const holders = /^(integrations?|mail_server|clients)$/;
const toolkits = /^(agent_)?toolkits?$/;

/** The kind of integration setting that contains a value; blank if none does. */
const settingKindOf = (name: string, setting: string): string => {
  if (toolkits.test(setting)) return setting;
  // In `clients`, each field name is chosen by the user.
  if (setting === 'clients') return 'client';
  return holders.test(name) || toolkits.test(name) ? name : '';
};

/** Whether a file leaves out this field of an integration. `cleanText` handles ids of records. */
const isOrganisationField = (name: string, value: unknown, setting: string): boolean => {
  if (typeof value === 'string' && recordIdPattern.test(value)) return false;
  if (integrationFields.has(name)) return true;
  return setting !== '' && setting !== 'clients' && identifyingFields.has(name);
};

/** Cleaned fields; `setting` is the integration setting that contains them. */
const cleanFields = (
  fields: object,
  report: CleaningReport,
  setting = '',
  keyOf = (name: string): string => name,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, one]) => {
      if (isOrganisationField(name, one, setting)) {
        report.stripped.add(setting === '' ? `The ${name}` : `The ${name} of ${setting}`);
        return [];
      }
      const cleaned = clean(one, keyOf(name), report, settingKindOf(name, setting));
      return cleaned === undefined ? [] : [[name, cleaned]];
    }),
  );

const clean = (value: unknown, key: string, report: CleaningReport, setting: string): unknown => {
  if (typeof value === 'string') return cleanText(value, key, report);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((one) => {
      const cleaned = clean(one, key, report, setting);
      return cleaned === undefined ? [] : [cleaned];
    });
  }
  const pair = nameOfPair(value);
  return cleanFields(value, report, setting, (name) =>
    pair !== undefined && name === 'value' ? pair : name,
  );
};

/** Pinned data may reveal as much as settings; without remaining output it is left out. */
const cleanPin = (
  pinned: GraphNode['pinned'],
  report: CleaningReport,
): Pick<GraphNode, 'pinned'> => {
  const output = pinned && clean(pinned.output, 'pinned data', report, '');
  return output === undefined ? {} : { pinned: { output } };
};

const cleanNode = ({ pinned, ...node }: GraphNode, report: CleaningReport): GraphNode => ({
  ...node,
  settings: cleanFields(node.settings, report),
  ...cleanPin(pinned, report),
});

/** The graph without secrets and references to the organisation, and a list of what was removed. */
export const cleanGraph = (graph: Graph) => {
  const report: CleaningReport = { stripped: new Set(), arns: new Set() };
  const nodes = graph.nodes.map((node) => cleanNode(node, report));
  return { graph: { ...graph, nodes }, stripped: [...report.stripped], arns: [...report.arns] };
};

/** Pinned data may contain information about accounts and people. */
const withoutPins = ({ nodes, edges }: Graph): Graph => ({
  nodes: nodes.map(({ pinned: _, ...node }) => node),
  edges,
});

/** The content of a bot's file, the ARNs left in it, and the names of nodes with pinned data. */
export const fileOf = (bot: BotView, withPins = false) => {
  const { name, description, category, importance } = bot;
  const { graph, arns } = cleanGraph(withPins ? bot.graph : withoutPins(bot.graph));
  const { error_bot_id: _, ...settings } = bot.settings ?? {};
  const settingsField = bot.settings && { settings: { allow_overlap: false, ...settings } };
  const file = {
    format: botFileFormat,
    name,
    description,
    category,
    importance,
    ...settingsField,
    graph,
  };
  const pinned_nodes = bot.graph.nodes.filter(({ pinned }) => pinned).map((node) => node.name);
  return { file: file as BotFile, arns, pinned_nodes };
};
