import { isObject } from '#lib/kernel/value-kinds.ts';
import { timeExpression } from '../inventory/queries/time-expression.rules.ts';
import { restrictToIds } from '../inventory/queries/restrict-to-ids.rules.ts';
import type { Graph, GraphNode } from '../bots/bot.schema.ts';
import { fixParametersOf } from './fix-parameters.rules.ts';
import type { Rule } from './rule.schema.ts';

/** The rule whose findings a bot fixes. */
type FixableRule = Pick<Rule, 'rule_id' | 'title' | 'description' | 'remediation' | 'category'>;

/** How a bot fixes them, and whom it asks and informs. */
export type FixOptions = {
  /** A ready-made action; without one, the bot only reports the findings. */
  action?: string | undefined;
  integration_id?: string | undefined;
  approvers?: string[];
  /** The e-mail address that gets the report. */
  recipient?: string | undefined;
};

type Settings = GraphNode['settings'];

type Step = Pick<GraphNode, 'id' | 'type' | 'name' | 'settings'> & { handle?: string };

const fixSteps = (
  { rule_id }: FixableRule,
  action: string,
  { integration_id, recipient }: FixOptions,
): Step[] => [
  {
    id: 'each',
    type: 'loop',
    name: 'For each of them',
    handle: 'approved',
    settings: {
      items_to_iterate: '{% $nodes.`Ask which`.resources %}',
      on_iteration_failure: 'continue',
    },
  },
  {
    id: 'fix',
    type: 'rest_api_action',
    name: 'Fix it',
    handle: 'body',
    settings: {
      action,
      integration: {
        type: action.slice(0, action.indexOf('.')),
        ...(integration_id !== undefined && { id: integration_id }),
      },
      parameters: fixParametersOf(action, rule_id),
    },
  },
  { id: 'done', type: 'loop_end', name: 'All done', settings: {} },
  ...(recipient === undefined
    ? []
    : [
        {
          id: 'report',
          type: 'notification' as const,
          name: 'Report',
          settings: {
            channel: 'email',
            to: [recipient],
            subject: 'Fixed: {% $event.title %}',
            message:
              'Fixed: {% $nodes.`All done`.succeeded %}. ' +
              'Failed: {% $nodes.`All done`.failed %}. Scan again to verify.\n' +
              'Approved, in {% $event.integration.alias %}: ' +
              "{% $join($nodes.`Ask which`.resources.id, ', ') %}.",
          },
        },
      ]),
];

/** A bot acts in one account, so only findings of that account start it. */
const findingTrigger = (rule_id: string, integration_id: string | undefined) => ({
  trigger_type: 'compliance_finding',
  rules: [rule_id],
  ...(integration_id !== undefined && { integrations: [integration_id] }),
});

/** Sets this integration wherever the settings need one of its type and none is chosen yet. */
const withIntegration = (settings: Settings, type: string, id: string): Settings => {
  const withChosenId = (value: unknown): unknown =>
    isObject(value) && value.type === type && value.id === undefined ? { type, id } : value;
  const { integration, integrations } = settings;
  return {
    ...settings,
    ...(integration !== undefined && { integration: withChosenId(integration) }),
    ...(Array.isArray(integrations) && { integrations: integrations.map(withChosenId) }),
  };
};

/** Restricts a query of the last scan to the resources of the event, without accepted ones. */
const restrictToFindings = (settings: Settings): Settings => {
  const { sql, mode, values = [] } = settings;
  const isFixed = Array.isArray(values) && values.length === 0;
  if (mode === 'live' || typeof sql !== 'string' || !isFixed) return settings;
  return { ...settings, sql: restrictToIds(sql), values: ['{% [$event.resources.resource] %}'] };
};

/** Whether a value is a template's placeholder address, which stands for a real person. */
const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && value.endsWith('@example.com');

/** Replaces placeholder approvers and recipients by the person who creates the bot. */
const replacePlaceholders = (settings: Settings, person: string | undefined): Settings => {
  if (person === undefined) return settings;
  const replaceIn = (value: unknown): unknown =>
    Array.isArray(value)
      ? [...new Set(value.map((one: unknown) => (isPlaceholder(one) ? person : one)))]
      : value;
  const { approvers, to } = settings;
  return {
    ...settings,
    ...(approvers !== undefined && { approvers: replaceIn(approvers) }),
    ...(to !== undefined && { to: replaceIn(to) }),
  };
};

/** The note in a template that a rule starts, for before its first run. */
const startNoteText = (rule_id: string): string =>
  `New findings of ${rule_id} start this bot: it needs no schedule. To fix the findings ` +
  'that are open now, press Run and choose them. Check who approves, and who gets the report.';

/** The rule and account whose findings start a bot, and the person who creates it. */
type RuleTrigger = {
  rule_id: string;
  integration_id?: string | undefined;
  person?: string | undefined;
};

/** The same graph, started by the findings of a rule in an account, and restricted to them. */
export const withRuleTrigger = (
  graph: Graph,
  { rule_id, integration_id, person }: RuleTrigger,
): Graph => {
  const type = rule_id.slice(0, rule_id.indexOf('-'));
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      if (node.type === 'start') {
        return { ...node, settings: findingTrigger(rule_id, integration_id) };
      }
      if (node.type === 'note' && node.id === 'fill-in') {
        return { ...node, settings: { ...node.settings, text: startNoteText(rule_id) } };
      }
      const ownSettings = replacePlaceholders(node.settings, person);
      const found = node.type === 'steampipe_query' ? restrictToFindings(ownSettings) : ownSettings;
      if (integration_id === undefined) return { ...node, settings: found };
      return { ...node, settings: withIntegration(found, type, integration_id) };
    }),
  };
};

/** The steps of a bot without a suitable action: it reports the findings. */
const reportSteps = ({ title, remediation }: FixableRule, { recipient }: FixOptions): Step[] => [
  {
    id: 'report',
    type: 'notification',
    name: 'Report',
    settings: {
      channel: 'email',
      to: recipient === undefined ? [] : [recipient],
      subject: `Findings in {% $event.integration.alias %}: ${title}`,
      message:
        `{% $event.total %} of the resources in {% $event.integration.alias %} fail this rule: ` +
        `${title}.\n` +
        `{% $join([$event.resources.resource], '\n') %}\n\nWhat to do: ${remediation}`,
    },
  },
];

const stepsOf = (rule: FixableRule, options: FixOptions): Step[] => [
  {
    id: 'start',
    type: 'start',
    name: 'Start',
    settings: findingTrigger(rule.rule_id, options.integration_id),
  },
  ...(options.action === undefined
    ? reportSteps(rule, options)
    : [
        {
          id: 'ask',
          type: 'approval' as const,
          name: 'Ask which',
          settings: {
            approvers: options.approvers ?? [],
            message:
              'Fix these resources? In {% $event.integration.alias %}, {% $event.total %} fail ' +
              `the rule "${rule.title}", as of the scan of ` +
              `{% ${timeExpression('$event.scan.started_at')} %}.`,
            resources:
              "{% [$event.resources.{'id': resource, 'name': resource, 'region': region, " +
              "'reason': reason}] %}",
          },
        },
        ...fixSteps(rule, options.action, options),
      ]),
  { id: 'end', type: 'end', name: 'End', settings: {} },
];

const edge = (source: string, target: string, handle?: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(handle !== undefined && { sourceHandle: handle }),
});

const graphOf = (rule: FixableRule, options: FixOptions): Graph => {
  const steps = stepsOf(rule, options);
  const nodes = steps.map(({ handle: _, ...step }, at) => ({
    ...step,
    position: { x: 0, y: at * 144 },
  }));
  const edges = steps.slice(1).map((step, at) => edge(steps[at]?.id ?? '', step.id, step.handle));
  const text = `${rule.title}\n\n${rule.remediation}`;
  const note = { id: 'rule', type: 'note' as const, name: 'Rule', settings: { text } };
  const rejected =
    options.action === undefined
      ? undefined
      : {
          id: 'kept',
          type: 'end' as const,
          name: 'Left as they are',
          position: { x: 260, y: 288 },
          settings: {},
        };
  return {
    nodes: [...nodes, { ...note, position: { x: 320, y: 0 } }, ...(rejected ? [rejected] : [])],
    edges: [...edges, ...(rejected ? [edge('ask', 'kept', 'rejected')] : [])],
  };
};

/**
 * A bot that the findings of a rule start: it asks which resources to fix, and fixes those with the
 * action or, without one, reports them. A manual run uses the latest findings of the rule.
 */
export const fixBotOf = (rule: FixableRule, options: FixOptions) => ({
  name: `${options.action === undefined ? 'Report' : 'Fix'} ${rule.rule_id}`,
  description: rule.description,
  category: rule.category,
  importance: 'Medium' as const,
  graph: graphOf(rule, options),
});
