import * as z from 'zod';
import { mcpTool } from '../../integrations/mcp-tool.schema.ts';
import { inventoryTypes } from '../../inventory/inventoried-clouds.schema.ts';
import { integrationSetting } from './integration-setting.schema.ts';
import { approvalsRequired, approverList } from './approval.schema.ts';
import { modelIntegration, modelName } from './model-setting.schema.ts';
import { toOutputValidator } from './output-schema.schema.ts';
import { template } from './template.schema.ts';

/** An action that the AI agent may run, with the integration to run it with. */
export const agentTool = z.strictObject({
  action: z.string().max(100).default('').meta({ title: 'Action', control: 'action' }),
  integration: integrationSetting.optional().meta({
    title: 'Integration',
    description: 'The account to run it in.',
    control: 'integration',
    uses: ['requests', 'aws'],
    needed: true,
  }),
});
export type AgentTool = z.output<typeof agentTool>;

/** A bot that the AI agent may start as a separate run. */
export const agentBot = z.strictObject({
  bot_id: z.string().max(60).default('').meta({ title: 'Bot', control: 'bot', needed: true }),
  use: z
    .string()
    .max(1000)
    .refine((text) => !text.includes('{%'), 'This text must not contain expressions. Use Data.')
    .default('')
    .meta({
      title: 'When to run it',
      description: 'Also say what input to give it: the bot reads that as its event.',
      placeholder: 'When a user has to be offboarded. Give the field user, their e-mail address.',
      control: 'prose',
    }),
});
export type AgentBot = z.output<typeof agentBot>;

/** A tool of an MCP server, as accepted by the author of the bot. */
export const agentMcpTool = z.strictObject({
  integration: integrationSetting.optional().meta({
    title: 'MCP server',
    control: 'integration',
    types: ['mcp'],
    needed: true,
  }),
  accepted: mcpTool.optional().meta({
    title: 'Tool',
    description: 'The server provides its name and description.',
    control: 'mcp_tool',
    needed: true,
  }),
  reads_only: z
    .boolean()
    .default(false)
    .meta({
      title: 'Reads only',
      description:
        'You confirm that the tool changes nothing and that its server is your own. This applies ' +
        'only if the server marks the tool as read-only too; otherwise each call needs approval.',
    }),
});
export type AgentMcpTool = z.output<typeof agentMcpTool>;

/** Maximum minutes of an AI agent including all waits: one day. */
export const maxAgentMinutes = 1440;

/** Budgets of an AI agent, by the names that are shown when one is exhausted. */
export const agentBudgets = {
  steps: { most: 50, usual: 20 },
  tool_calls: { most: 100, usual: 40 },
  tokens: { most: 2_000_000, usual: 200_000 },
  minutes: { most: maxAgentMinutes, usual: 30 },
} as const;

const budgetField = ({ most, usual }: { most: number; usual: number }) =>
  z.number().int().min(1).max(most).default(usual);

/** Default limits of a run are this many times the limits of one iteration. */
const runLimitFactor = 10;

/** Collapsed until it applies: with tools that change something, the check requires approvers. */
const approvals = {
  section: 'Approvals',
  opened_by: ['agent_toolkit', 'agent_mcp_tools', 'agent_bots'],
};

const noExpressions = (field: string) => `${field} must not contain expressions. Use Data.`;

const ifEmpty = (title: string) => `If empty: ${runLimitFactor} times ${title}.`;

export const aiAgentSettings = z.strictObject({
  integration: modelIntegration,
  model: modelName,
  task: z
    .string()
    .max(8000)
    // The text is an instruction to the model, so it must not come from an event.
    .refine((text) => !text.includes('{%'), noExpressions('The task'))
    .default('')
    .meta({
      title: 'Task',
      description: 'What the agent should find out or do. Expressions are not supported.',
      placeholder: 'Find out who opened this security group, and what can be reached by it.',
      control: 'prose',
      needed: true,
    }),
  data: template(100_000).default('').meta({
    title: 'Data',
    description: 'What the agent begins with. Up to 32 KB of it is sent to the model.',
    placeholder: '{% $event.detail %}',
    control: 'expression',
  }),
  agent_toolkit: z
    .array(agentTool)
    .max(20)
    .default([])
    .meta({
      title: 'Tools',
      description:
        'The actions that the agent may run: REST calls and single AWS calls; other actions ' +
        'through a bot that the agent runs. It chooses their parameters itself. It asks the ' +
        'approvers before each call that changes something, or that could leak private data ' +
        'through prompt injection.',
      control: 'toolkit',
    }),
  agent_mcp_tools: z
    .array(agentMcpTool)
    .max(20)
    .default([])
    .meta({
      title: 'Tools of MCP servers',
      description:
        'Each tool is pinned as it was when you chose it. If the server changes it, it is not ' +
        'called until you accept the change.',
      control: 'mcp_tools',
    }),
  agent_bots: z
    .array(agentBot)
    .max(10)
    .default([])
    .meta({
      title: 'Bots',
      description:
        'Published bots that the agent may run. It asks the approvers before each run, waits for ' +
        'its end, and reads its results.',
      control: 'agent_bots',
    }),
  approvers: approverList
    // Data that the agent reads must not choose who approves its calls.
    .refine((people) => people.every((one) => !one.includes('{%')), 'Enter e-mail addresses.')
    .default([])
    .meta({
      ...approvals,
      title: 'Approvers',
      description: 'E-mail addresses of the people who decide on calls that need approval.',
      control: 'texts',
    }),
  approvals_required: approvalsRequired.meta({ ...approvalsRequired.meta(), ...approvals }),
  expires_in_minutes: z
    .number()
    .int()
    .min(1)
    .max(maxAgentMinutes)
    .default(maxAgentMinutes)
    .meta({
      ...approvals,
      title: 'Expires after',
      description:
        'Minutes that people have to respond. After that, a call counts as rejected and a ' +
        'question as unanswered. An agent waits at most one day in total.',
    }),
  no_self_approval: z
    .boolean()
    .default(false)
    .meta({
      ...approvals,
      title: 'Others must approve',
      description:
        'People who started the run or a run that led to it, or wrote to one of its agents, ' +
        'cannot decide, even as ROOT.',
    }),
  inventory: z
    .enum(['none', ...inventoryTypes])
    .default('none')
    .meta({
      title: 'Inventory',
      description: 'Accounts whose last scans the agent may query.',
      labels: {
        none: 'None',
        aws: 'AWS',
        azure: 'Azure',
        gcp: 'Google Cloud',
        kubernetes: 'Kubernetes',
      },
    }),
  output_format_description: z
    .string()
    .max(4000)
    .refine((text) => !text.includes('{%'), noExpressions('The output format'))
    .default('')
    .meta({
      title: 'Output format',
      description: 'The format of the final answer, in words.',
      placeholder: 'Three sentences: what happened, how sure you are, what to do next.',
      control: 'prose',
    }),
  output_schema: z
    .string()
    .max(8000)
    .refine((text) => !text.includes('{%'), noExpressions('The output schema'))
    .superRefine((text, { addIssue }) => {
      const schema = text.trim() === '' ? undefined : toOutputValidator(text);
      if (typeof schema === 'string') addIssue({ code: 'custom', message: schema });
    })
    .default('')
    .meta({
      title: 'Output schema',
      description:
        'A JSON schema of the final answer. Expressions read the answer as $nodes.<name>.answer. ' +
        "If the answer doesn't match, the agent retries once, then the node fails.",
      placeholder: '{"type": "object", "properties": {"risk": {"enum": ["low", "high"]}}}',
      control: 'textarea',
    }),
  allow_user_interaction: z
    .boolean()
    .default(true)
    .meta({
      title: 'User interaction',
      description:
        'People may write to the agent while it works, and it may ask them. Its final answer ' +
        'ends the conversation.',
    }),
  max_steps: budgetField(agentBudgets.steps).meta({
    title: 'Maximum steps',
    section: 'Limits',
    description: 'Requests to the model.',
  }),
  max_tool_calls: budgetField(agentBudgets.tool_calls).meta({
    title: 'Maximum tool calls',
    section: 'Limits',
    description: 'The calls of all tools together.',
  }),
  max_tokens: budgetField(agentBudgets.tokens).meta({
    title: 'Maximum tokens',
    section: 'Limits',
    description: 'Tokens of all requests and answers together. In a loop, for each iteration.',
  }),
  max_run_tokens: z
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .optional()
    .meta({
      title: 'Maximum tokens in a run',
      section: 'Limits',
      description: `All iterations of the loop together. ${ifEmpty('Maximum tokens')}`,
    }),
  max_cost_usd: z
    .number()
    .min(0.01)
    .max(1000)
    .default(1)
    .meta({
      title: 'Maximum cost',
      section: 'Limits',
      description:
        'US dollars. Applies if the integration has prices for its models and their server ' +
        'reports tokens. In a loop, for each iteration.',
    }),
  max_run_cost_usd: z
    .number()
    .min(0.01)
    .max(50_000)
    .optional()
    .meta({
      title: 'Maximum cost in a run',
      section: 'Limits',
      description: `US dollars. All iterations of the loop together. ${ifEmpty('Maximum cost')}`,
    }),
  max_minutes: budgetField(agentBudgets.minutes).meta({
    title: 'Maximum time',
    section: 'Limits',
    description: 'Minutes from the first step to the last, without waiting for people.',
  }),
});

/** The limits of the node in a whole run, in which it may work once or in each loop iteration. */
export const runLimits = ({
  max_tokens,
  max_cost_usd,
  max_run_tokens: tokens = runLimitFactor * max_tokens,
  // Rounded, because 10 * 0.07 is 0.7000000000000001.
  max_run_cost_usd: cost = Number((runLimitFactor * max_cost_usd).toPrecision(12)),
}: Pick<
  z.output<typeof aiAgentSettings>,
  'max_tokens' | 'max_cost_usd' | 'max_run_tokens' | 'max_run_cost_usd'
>) => ({ tokens, cost });
