import type * as z from 'zod';
import type { GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { isPassedBy, opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { perTurn } from '#lib/domain/bots/nodes/loop.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { modelTypes, noModel } from '#lib/domain/integrations/model-integrations.schema.ts';
import { mostLive } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { settingSentence, settingWords } from '#lib/domain/bots/setting-words.rules.ts';
import { usedSettings } from '#lib/domain/bots/settings.rules.ts';
import { isExpression, readsAny } from '../expression.ts';
import type { GraphView } from '../graph.ts';
import type { Structure } from '../structure.ts';
import {
  agentBots,
  agentMcpTools,
  agentTools,
  chosenAction,
  chosenClients,
  fittingIntegration,
  givenParameters,
  type Known,
} from './actions.ts';
import { fixedInputs, fixedPeople } from './asked.ts';
import { fixedMoment, fixedRules, fixedVerdict } from './fixed.ts';
import { fixedSql, fixedValues } from './sql.ts';
import { type ReadText, textsIn } from './texts.ts';

type Settings = Record<string, unknown>;

const titleOf = (kind: NodeKind, field: string): string => {
  const fields: Record<string, z.ZodType> = nodeSettings[kind].shape;
  const title = Object.hasOwn(fields, field) ? fields[field]?.meta()?.title : undefined;
  return typeof title === 'string' ? title : field;
};

/** A field, and what is wrong with it. */
type Reason = [field: string, why: string];

const reasons = ({ issues }: z.ZodError): Reason[] =>
  issues.map((issue) => [String(issue.path[0] ?? 'settings'), settingWords(issue, 1)]);

const inWords = { error: settingSentence };

type Parsed = { settings: Settings } | { why: Reason[] };

/**
 * The settings in use, with their defaults, or what is wrong with them; defaults are checked too.
 */
const parse = ({ type, settings }: GraphNode): Parsed => {
  const schema: z.ZodType<Settings> = nodeSettings[type];
  const given = usedSettings(type, settings);
  const filled = schema.safeParse(given, inWords);
  if (!filled.success) return { why: reasons(filled.error) };
  const full = usedSettings(type, filled.data);
  const judged = schema.safeParse(full, inWords);
  if (!judged.success) return { why: reasons(judged.error) };
  return { settings: usedSettings(type, judged.data) };
};

/** What the rules for a node's settings need besides the node. */
export type Around = Known & {
  view: GraphView;
  structure: Structure;
  readText: ReadText;
};

/** Whether a setting is evaluated in a turn, either of a surrounding loop or of the loop itself. */
const hasTurn = ({ id, type }: GraphNode, field: string, { view, structure }: Around): boolean => {
  const isLoop = (one: GraphNode | undefined) => one !== undefined && opensTurns(one.type);
  const isOwn = opensTurns(type) && perTurn.some((name) => name === field);
  return isOwn || structure.around(id).some((opener) => isLoop(view.find(opener)));
};

const noTurn =
  'It reads $loop, but is not inside a loop. Move it inside, or read the end of the loop.';

const expressionProblems = (
  node: GraphNode,
  [field, value]: [string, unknown],
  around: Around,
): string[] =>
  textsIn(value).flatMap((text) => {
    const read = around.readText(text);
    if ('problem' in read) return [read.problem];
    const turn = readsAny(read.loop) && !hasTurn(node, field, around) ? [noTurn] : [];
    if (read.nodes === 'all') return turn;
    const unknown = [...read.nodes].filter((name) => !around.view.names.has(name));
    const nodes = unknown.map((name) => `It reads the node "${name}", but no node has this name.`);
    return [...turn, ...nodes];
  });

const wholeExpression = (value: unknown): string | undefined =>
  typeof value === 'string' && !isExpression(value)
    ? 'Write one expression between {% and %}.'
    : undefined;

/** Requires a URL; a path is enough where an integration has the base URL. */
const fixedAddress = (value: unknown, { integration }: Settings): string | undefined => {
  if (typeof value !== 'string' || value.includes('{%')) return undefined;
  if (/^https?:\/\/./i.test(value)) return undefined;
  if (integration === undefined) return 'Start with https:// or http://.';
  return value.startsWith('/') ? undefined : 'Start with https://, http://, or / for a path.';
};

/** Requires an integration where only its type has been chosen. */
const chosenIntegration = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && !('id' in value)
    ? 'Choose one of the integrations.'
    : undefined;

/** Requires an integration with models. */
const modelIntegration = (value: unknown): string | undefined => {
  if (value === undefined) return noModel;
  const { type }: { type?: unknown } = Object(value);
  return modelTypes.some((one) => one === type)
    ? chosenIntegration(value)
    : 'This integration has no models. Choose OpenAI, Amazon Bedrock or a custom model.';
};

const asked =
  (sentence: string) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() === '' ? sentence : undefined;

/** Requires integrations of the type whose tables the query reads; a live query needs them. */
const queriedIntegrations = (
  value: unknown,
  { integration_type, mode }: Settings,
): string | undefined => {
  const chosen: { type?: unknown }[] = Array.isArray(value) ? value : [];
  if (mode === 'live' && chosen.length === 0) return 'Choose the integrations to read live.';
  if (mode === 'live' && chosen.length > mostLive) {
    return `A live query reads up to ${mostLive} integrations. Choose fewer.`;
  }
  if (chosen.some(({ type }) => type !== integration_type)) {
    return 'The query reads the tables of another type. Choose integrations of that type.';
  }
  return chosen.map(chosenIntegration).find((problem) => problem !== undefined);
};

/** Requires a number, or an expression for one. */
const fixedPage = (value: unknown): string | undefined =>
  typeof value === 'string' ? wholeExpression(value) : undefined;

/** Requires the setting that the type of the loop repeats over. */
const loopNeeds =
  (type: string, sentence: string) =>
  (value: unknown, { loop_type }: Settings): string | undefined => {
    if (loop_type !== type) return undefined;
    return value === undefined || value === '' ? sentence : wholeExpression(value);
  };

/** Requires the name of an existing node, where a setting names one without an expression. */
const knownNode = (value: unknown, _all: Settings, { view }: Around): string | undefined =>
  value === undefined || value === '' || (typeof value === 'string' && view.names.has(value))
    ? undefined
    : 'No node has this name.';

type Judge = (value: unknown, all: Settings, around: Around) => string | undefined;
type Rule = [field: string, judge: Judge];

/** Rules that the schema of a kind cannot express. */
const rules: Partial<Record<NodeKind, Rule[]>> = {
  start: [
    [
      'listener_id',
      (value, { trigger_type }) =>
        trigger_type === 'event_driven' && !value
          ? 'Choose the listener that starts it.'
          : undefined,
    ],
  ],
  condition: [
    ['expression', wholeExpression],
    ['expression', fixedVerdict],
    ['rules', fixedRules],
  ],
  ai_condition: [
    ['integration', modelIntegration],
    ['question', asked('Enter a question.')],
    ['data', asked('Enter the data that the model reads.')],
  ],
  ai_agent: [
    ['integration', modelIntegration],
    ['task', asked('Enter a task.')],
    ['agent_toolkit', agentTools],
    ['agent_bots', agentBots],
    ['agent_mcp_tools', agentMcpTools],
    ['approvers', fixedPeople],
  ],
  delay: [
    ['seconds', wholeExpression],
    ['until', fixedMoment],
  ],
  loop: [
    ['items_to_iterate', loopNeeds('list', 'Enter the items to repeat for.')],
    ['count', loopNeeds('count', 'Enter how often it repeats.')],
    ['condition', loopNeeds('while', 'Enter the condition under which it repeats.')],
  ],
  approval: [
    ['approvers', fixedPeople],
    ['resources', wholeExpression],
    ['resources_total', wholeExpression],
    ['reread', knownNode],
  ],
  user_input: [
    ['inputs', fixedInputs],
    ['authorizers', fixedPeople],
  ],
  notification: [['mail_server', chosenIntegration]],
  http_request: [
    ['url', fixedAddress],
    ['integration', chosenIntegration],
  ],
  steampipe_query: [
    ['integrations', queriedIntegrations],
    ['page', fixedPage],
    ['sql', fixedSql],
    ['values', fixedValues],
  ],
  rest_api_action: [
    ['action', chosenAction],
    ['integration', fittingIntegration],
    ['clients', chosenClients],
    ['parameters', givenParameters],
  ],
};

const fieldProblems = (node: GraphNode, settings: Settings, around: Around): Reason[] => [
  ...(rules[node.type] ?? []).flatMap(([field, judge]): Reason[] => {
    const why = judge(settings[field], settings, around);
    return why === undefined ? [] : [[field, why]];
  }),
  ...Object.entries(settings).flatMap((setting) =>
    expressionProblems(node, setting, around).map((why): Reason => [setting[0], why]),
  ),
];

/** Problems of a node's settings: values that do not fit its kind, and invalid expressions. */
export const settingsProblems = (node: GraphNode, around: Around): Problem[] => {
  if (isPassedBy(node)) return [];
  const parsed = parse(node);
  const found = 'why' in parsed ? parsed.why : fieldProblems(node, parsed.settings, around);
  return found.map(([name, message]) => {
    const title = titleOf(node.type, name);
    const field = { name, title, message };
    return { node_id: node.id, message: `"${node.name}", ${title}: ${message}`, field };
  });
};
