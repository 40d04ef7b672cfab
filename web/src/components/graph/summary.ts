import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { markerKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';

type Settings = GraphNode['settings'];
type ReadSetting = (name: string, fallback?: string) => string;

const count = (value: unknown, noun: string): string => {
  const size = Array.isArray(value) ? value.length : 0;
  return size === 0 ? '' : formatCount(size, noun);
};

const withPrefix = (prefix: string, text: string): string => text && `${prefix} ${text}`;

/** Units are plural in settings: `1 hour`, but `2 hours` and `$event.wait seconds`. */
const amount = (number: string, unit: string): string =>
  `${number} ${Number(number) === 1 ? unit.replace(/s$/, '') : unit}`;

const triggers: Record<string, string> = {
  event_driven: 'By events',
  scheduled: 'By a schedule',
  compliance_finding: 'By compliance findings',
};

const turns: Record<string, (read: ReadSetting) => string> = {
  list: (read) => withPrefix('Each of', read('items_to_iterate')),
  count: (read) => withPrefix('Iterations:', read('count')),
  while: (read) => withPrefix('While', read('condition')),
};

const channels: Record<string, string> = {
  email: 'Email',
  ms_teams: 'Teams',
  google_chat: 'Google Chat',
  slack: 'Slack',
  discord: 'Discord',
  webhook: 'Webhook',
};

/** The names of actions, by their ids. */
export type ActionNames = ReadonlyMap<string, string>;

/**
 * `aws.stop_instances` in words, while its name is not loaded; '' for an organisation's own
 * actions, whose ids are not readable.
 */
const actionTextOf = (id: string): string => {
  const [type = '', name] = id.split('.', 2);
  return name === undefined ? '' : `${type}: ${name.replaceAll('_', ' ')}`;
};

/** Kinds with a better summary than the first text of their settings. */
const summaries: Partial<Record<NodeKind, (read: ReadSetting, settings: Settings) => string>> = {
  start: (read) => triggers[read('trigger_type')] ?? 'On demand',
  condition: (read, { rules }) =>
    read('mode') === 'rules'
      ? withPrefix(read('match', 'all') === 'any' ? 'Any of' : 'All of', count(rules, 'rule'))
      : read('expression'),
  ai_condition: (read) => read('question'),
  ai_agent: (read) => read('task'),
  loop: (read) => turns[read('loop_type', 'list')]?.(read) ?? '',
  delay: (read) =>
    read('mode') === 'until'
      ? withPrefix('Until', read('until'))
      : amount(read('seconds', '60'), read('unit', 'seconds')),
  user_input: (read, { inputs }) => read('message') || count(inputs, 'input'),
  notification: (read) =>
    [channels[read('channel', 'email')], read('subject') || read('message')]
      .filter(Boolean)
      .join(': '),
  http_request: (read) => read('url') && `${read('method', 'GET')} ${read('url')}`,
  rest_api_action: (read) => actionTextOf(read('action')),
  steampipe_query: (read) => read('sql'),
  python_code: (read) => read('code').trim().split('\n', 1)[0] ?? '',
};

/** A text that is a single expression is shown without its brackets. */
const withoutBrackets = (text: string): string => /^\{%([^]*?)%\}$/.exec(text)?.[1]?.trim() ?? text;

const maxLength = 120;

const firstText = ({ type, settings }: GraphNode): string => {
  const values = Object.keys(nodeSettings[type].shape).map((name) => settings[name]);
  const texts = values.filter((value) => typeof value === 'string');
  return withoutBrackets(texts.find((text) => text !== '') ?? '');
};

/** What a node does, from its settings, on one line; '' if they do not say. */
export const summaryOf = (node: GraphNode, actions?: ActionNames): string => {
  const { type, settings } = node;
  const action = actions?.get(String(settings['action']));
  if (type === 'rest_api_action' && action !== undefined) return action.slice(0, maxLength);
  if (markerKinds.has(type) && !summaries[type]) return '';
  const read: ReadSetting = (name, fallback = '') => {
    const value = settings[name];
    return typeof value === 'string' || typeof value === 'number'
      ? withoutBrackets(`${value}`)
      : fallback;
  };
  const text = summaries[type]?.(read, settings) ?? firstText(node);
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, maxLength);
};
