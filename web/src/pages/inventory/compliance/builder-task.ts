import type { Graph, NewBot } from '#lib/domain/bots/bot.schema.ts';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { withRuleTrigger } from '#lib/domain/compliance/fix-bot.rules.ts';
import type { BuilderTask } from '#web/app/draft-handover.ts';

const startOnlyGraph: Graph = {
  nodes: [{ id: 'start', type: 'start', name: 'Start', position: { x: 0, y: 0 }, settings: {} }],
  edges: [],
};

/** A bot that is started by the findings of a rule, without any further steps yet. */
export const botStartedByRule = (rule: RuleRow, integration_id: string | undefined): NewBot => ({
  name: `Fix ${rule.rule_id}`,
  description: rule.description,
  category: rule.category,
  importance: 'Medium',
  graph: withRuleTrigger(startOnlyGraph, { rule_id: rule.rule_id, integration_id }),
});

/** The AI builder's task for a rule: its remediation, and the resources that violate it. */
export const taskOf = (
  rule: RuleRow,
  event: Readonly<Record<string, unknown>> | undefined,
): BuilderTask => {
  const { rule_id, title, description, remediation, severity, resource_type } = rule;
  const ruleFacts = { rule_id, title, description, remediation, severity, resource_type };
  return {
    text: `Fix the resources that fail the rule "${title}". Ask me before anything is changed.`,
    enclosed: {
      what: 'The rule, its remediation and the resources that fail it',
      text: JSON.stringify({ rule: ruleFacts, event_that_starts_the_bot: event }),
    },
  };
};
