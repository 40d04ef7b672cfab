import type * as z from 'zod';
import type { GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { isSkipped, opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { perTurnSettings } from '#lib/domain/bots/nodes/loop.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { modelTypes, noModelText } from '#lib/domain/integrations/model-integrations.schema.ts';
import { maxLiveIntegrations } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { settingErrorMap, settingIssueText } from '#lib/domain/bots/setting-messages.rules.ts';
import { usedSettings } from '#lib/domain/bots/settings.rules.ts';
import { textsIn } from '#lib/kernel/value-kinds.ts';
import { isExpression, readsAny } from '../expression.ts';
import type { GraphView } from '../graph.ts';
import type { Structure } from '../structure.ts';
import {
  checkAction,
  checkActionIntegration,
  checkAgentBots,
  checkAgentMcpTools,
  checkAgentTools,
  checkClients,
  checkParameters,
  type KnownActions,
} from './actions.ts';
import { checkFormInputs, checkPeople } from './form-and-people.ts';
import { checkConditionExpression, checkConditionRules, checkMoment } from './fixed.ts';
import { checkSql, checkSqlValues } from './sql.ts';
import type { ReadText } from './texts.ts';

type Settings = Record<string, unknown>;

const titleOf = (kind: NodeKind, field: string): string => {
  const fields: Record<string, z.ZodType> = nodeSettings[kind].shape;
  const title = Object.hasOwn(fields, field) ? fields[field]?.meta()?.title : undefined;
  return typeof title === 'string' ? title : field;
};

/** A field, and what is wrong with it. */
type Reason = [field: string, why: string];

const reasonsOf = ({ issues }: z.ZodError): Reason[] =>
  issues.map((issue) => [String(issue.path[0] ?? 'settings'), settingIssueText(issue, 1)]);

const inWords = { error: settingErrorMap };

type Parsed = { settings: Settings } | { reasons: Reason[] };

/**
 * The settings in use, with their defaults, or what is wrong with them; defaults are checked too.
 */
const parse = ({ type, settings }: GraphNode): Parsed => {
  const schema: z.ZodType<Settings> = nodeSettings[type];
  const input = usedSettings(type, settings);
  const firstParse = schema.safeParse(input, inWords);
  if (!firstParse.success) return { reasons: reasonsOf(firstParse.error) };
  const fullSettings = usedSettings(type, firstParse.data);
  const secondParse = schema.safeParse(fullSettings, inWords);
  if (!secondParse.success) return { reasons: reasonsOf(secondParse.error) };
  return { settings: usedSettings(type, secondParse.data) };
};

/** What the rules for a node's settings need besides the node. */
export type RuleContext = KnownActions & {
  view: GraphView;
  structure: Structure;
  readText: ReadText;
};

/** Whether a setting is evaluated in a turn, either of a surrounding loop or of the loop itself. */
const hasTurn = (
  { id, type }: GraphNode,
  field: string,
  { view, structure }: RuleContext,
): boolean => {
  const isLoop = (one: GraphNode | undefined) => one !== undefined && opensTurns(one.type);
  const isPerTurn = opensTurns(type) && perTurnSettings.some((name) => name === field);
  return isPerTurn || structure.around(id).some((opener) => isLoop(view.find(opener)));
};

const noTurn =
  'It reads $loop, but is not inside a loop. Move it inside, or read the end of the loop.';

const expressionProblems = (
  node: GraphNode,
  [field, value]: [string, unknown],
  context: RuleContext,
): string[] =>
  textsIn(value).flatMap((text) => {
    const reads = context.readText(text);
    if ('problem' in reads) return [reads.problem];
    const turnProblems = readsAny(reads.loop) && !hasTurn(node, field, context) ? [noTurn] : [];
    if (reads.nodes === 'all') return turnProblems;
    const unknownNames = [...reads.nodes].filter((name) => !context.view.names.has(name));
    const nodeProblems = unknownNames.map(
      (name) => `It reads the node "${name}", but no node has this name.`,
    );
    return [...turnProblems, ...nodeProblems];
  });

const checkSingleExpression = (value: unknown): string | undefined =>
  typeof value === 'string' && !isExpression(value)
    ? 'Write one expression between {% and %}.'
    : undefined;

/** Requires a URL; a path is enough where an integration has the base URL. */
const checkAddress = (value: unknown, { integration }: Settings): string | undefined => {
  if (typeof value !== 'string' || value.includes('{%')) return undefined;
  if (/^https?:\/\/./i.test(value)) return undefined;
  if (integration === undefined) return 'Start with https:// or http://.';
  return value.startsWith('/') ? undefined : 'Start with https://, http://, or / for a path.';
};

/** Requires an integration where only its type has been chosen. */
const checkIntegration = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && !('id' in value)
    ? 'Choose one of the integrations.'
    : undefined;

/** Requires an integration with models. */
const checkModelIntegration = (value: unknown): string | undefined => {
  if (value === undefined) return noModelText;
  const { type }: { type?: unknown } = Object(value);
  return modelTypes.some((one) => one === type)
    ? checkIntegration(value)
    : 'This integration has no models. Choose OpenAI, Amazon Bedrock or a custom model.';
};

const requireText =
  (sentence: string) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() === '' ? sentence : undefined;

/** Requires integrations of the type whose tables the query reads; a live query needs them. */
const checkQueriedIntegrations = (
  value: unknown,
  { integration_type, mode }: Settings,
): string | undefined => {
  const integrations: { type?: unknown }[] = Array.isArray(value) ? value : [];
  if (mode === 'live' && integrations.length === 0) return 'Choose the integrations to read live.';
  if (mode === 'live' && integrations.length > maxLiveIntegrations) {
    return `A live query reads up to ${maxLiveIntegrations} integrations. Choose fewer.`;
  }
  if (integrations.some(({ type }) => type !== integration_type)) {
    return 'The query reads the tables of another type. Choose integrations of that type.';
  }
  return integrations.map(checkIntegration).find((problem) => problem !== undefined);
};

/** Requires a number, or an expression for one. */
const checkPage = (value: unknown): string | undefined =>
  typeof value === 'string' ? checkSingleExpression(value) : undefined;

/** Requires the setting that the type of the loop repeats over. */
const requireForLoopType =
  (type: string, sentence: string) =>
  (value: unknown, { loop_type }: Settings): string | undefined => {
    if (loop_type !== type) return undefined;
    return value === undefined || value === '' ? sentence : checkSingleExpression(value);
  };

/** Requires the name of an existing node, where a setting names one without an expression. */
const checkNodeName = (
  value: unknown,
  _all: Settings,
  { view }: RuleContext,
): string | undefined =>
  value === undefined || value === '' || (typeof value === 'string' && view.names.has(value))
    ? undefined
    : 'No node has this name.';

type SettingCheck = (value: unknown, all: Settings, context: RuleContext) => string | undefined;
type Rule = [field: string, judge: SettingCheck];

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
    ['expression', checkSingleExpression],
    ['expression', checkConditionExpression],
    ['rules', checkConditionRules],
  ],
  ai_condition: [
    ['integration', checkModelIntegration],
    ['question', requireText('Enter a question.')],
    ['data', requireText('Enter the data that the model reads.')],
  ],
  ai_agent: [
    ['integration', checkModelIntegration],
    ['task', requireText('Enter a task.')],
    ['agent_toolkit', checkAgentTools],
    ['agent_bots', checkAgentBots],
    ['agent_mcp_tools', checkAgentMcpTools],
    ['approvers', checkPeople],
  ],
  delay: [
    ['seconds', checkSingleExpression],
    ['until', checkMoment],
  ],
  loop: [
    ['items_to_iterate', requireForLoopType('list', 'Enter the items to repeat for.')],
    ['count', requireForLoopType('count', 'Enter how often it repeats.')],
    ['condition', requireForLoopType('while', 'Enter the condition under which it repeats.')],
  ],
  approval: [
    ['approvers', checkPeople],
    ['resources', checkSingleExpression],
    ['resources_total', checkSingleExpression],
    ['reread', checkNodeName],
  ],
  user_input: [
    ['inputs', checkFormInputs],
    ['authorizers', checkPeople],
  ],
  notification: [['mail_server', checkIntegration]],
  http_request: [
    ['url', checkAddress],
    ['integration', checkIntegration],
  ],
  steampipe_query: [
    ['integrations', checkQueriedIntegrations],
    ['page', checkPage],
    ['sql', checkSql],
    ['values', checkSqlValues],
  ],
  rest_api_action: [
    ['action', checkAction],
    ['integration', checkActionIntegration],
    ['clients', checkClients],
    ['parameters', checkParameters],
  ],
};

const fieldProblems = (node: GraphNode, settings: Settings, context: RuleContext): Reason[] => [
  ...(rules[node.type] ?? []).flatMap(([field, judge]): Reason[] => {
    const reason = judge(settings[field], settings, context);
    return reason === undefined ? [] : [[field, reason]];
  }),
  ...Object.entries(settings).flatMap((setting) =>
    expressionProblems(node, setting, context).map((reason): Reason => [setting[0], reason]),
  ),
];

/** Problems of a node's settings: values that do not fit its kind, and invalid expressions. */
export const settingsProblems = (node: GraphNode, context: RuleContext): Problem[] => {
  if (isSkipped(node)) return [];
  const parsed = parse(node);
  const found =
    'reasons' in parsed ? parsed.reasons : fieldProblems(node, parsed.settings, context);
  return found.map(([name, message]) => {
    const title = titleOf(node.type, name);
    const field = { name, title, message };
    return { node_id: node.id, message: `"${node.name}", ${title}: ${message}`, field };
  });
};
