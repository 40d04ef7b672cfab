import * as z from 'zod';
import {
  approvalReason,
  approvalReasonText,
  mcpToolOf,
} from '#lib/domain/bots/agent-approval.rules.ts';
import type { AgentMcpTool } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { copyProblem } from '#lib/domain/integrations/mcp-tool.rules.ts';
import type { McpTool } from '#lib/domain/integrations/mcp-tool.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import type { ToolListCache } from '../../integrations/mcp.ts';
import { OutgoingError } from '../../outgoing/request.ts';
import { isFailed } from '../call-failure.ts';
import { integrationOf } from '../integration.ts';
import { type EffectCall, type Failed, failedForGood } from '../node.ts';
import { accountStateOf } from './action-tools.ts';
import { askUserModelTool } from './ask-user.ts';
import { withoutReferences } from './schema-references.ts';
import type { AgentSettings } from './settings.ts';
import {
  freeName,
  needsApprovalText,
  OutcomeUnknown,
  type Tool,
  toolAnswer,
  toolError,
  withReason,
} from './tool.ts';

/** The part of a schema that is passed on: named properties, as providers of models accept them. */
const schema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** Whether a schema allows more than its list of properties says. */
const allowsMore = ({ additionalProperties = false, ...others }: Record<string, unknown>) =>
  additionalProperties !== false || ['anyOf', 'oneOf', 'allOf'].some((name) => name in others);

/** The schema of a tool's arguments; any object is allowed where models cannot be given it. */
const inputOf = ({ input_schema }: McpTool) => {
  const resolvedSchema = Object(withoutReferences(JSON.parse(input_schema)));
  const { data } = schema.safeParse(resolvedSchema);
  const { properties, required } = data ?? { properties: {}, required: [] };
  return {
    type: 'object',
    properties,
    required,
    additionalProperties: !data || allowsMore(resolvedSchema),
  };
};

/** The most characters of a description that a model is given. */
const maxDescriptionLength = 2000;

type ToolSpec = {
  accepted: McpTool;
  integration: OpenedIntegration;
  name: string;
  needsApproval: boolean;
  toolCache: ToolListCache;
};

const createRunFunction =
  ({ accepted, integration, needsApproval, toolCache }: ToolSpec): Tool['run'] =>
  async ({ deps }, args) => {
    const { callTool } = await import('../../integrations/mcp.ts');
    try {
      const { content, isError } = await callTool(integration, deps, {
        accepted,
        args,
        toolCache,
      });
      return isError ? toolError(content) : toolAnswer(content);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.wasSent && needsApproval) throw new OutcomeUnknown(error.message);
      return toolError(error.message);
    }
  };

const toolFor = (spec: ToolSpec): Tool => {
  const { accepted, integration, name, needsApproval } = spec;
  const { alias } = integration;
  const description =
    `The tool ${JSON.stringify(accepted.name)} of the MCP server "${alias}". The server describes` +
    ` it as: ${JSON.stringify(accepted.description.slice(0, maxDescriptionLength))}.`;
  return {
    name,
    description: needsApproval ? `${description} ${needsApprovalText}` : description,
    input: needsApproval ? withReason(inputOf(accepted)) : inputOf(accepted),
    run: createRunFunction(spec),
    ...(needsApproval && {
      plan: async (_call, args) => ({
        action: accepted.name,
        integration: alias,
        would: `call the tool "${accepted.name}" of the MCP server "${alias}"`,
        sent: { digest: accepted.digest, account: accountStateOf(integration), arguments: args },
      }),
    }),
  };
};

type McpToolSettings = Pick<AgentSettings, 'agent_mcp_tools' | 'approvers'>;

const findTool = async (call: EffectCall, { integration, accepted }: AgentMcpTool) => {
  if (!integration || !accepted) return failedForGood('A tool of an MCP server is not chosen yet.');
  const problem = copyProblem(accepted);
  if (problem !== undefined) return failedForGood(problem);
  const openedIntegration = await integrationOf(call, integration, 'tools');
  return isFailed(openedIntegration)
    ? openedIntegration
    : { accepted, integration: openedIntegration };
};

/** The accepted tools of MCP servers that an agent has, or why one is unavailable. */
export const mcpTools = async (
  call: EffectCall,
  settings: McpToolSettings,
  otherTools: readonly Pick<Tool, 'name'>[],
): Promise<Tool[] | Failed> => {
  const takenNames = new Set([askUserModelTool, ...otherTools].map(({ name }) => name));
  const tools: Tool[] = [];
  const toolCache: ToolListCache = new Map();
  for (const entry of settings.agent_mcp_tools) {
    const found = await findTool(call, entry);
    if (isFailed(found)) return found;
    const reason = approvalReason(mcpToolOf(entry), []);
    if (reason && settings.approvers.length === 0) {
      const reasonText = approvalReasonText(reason);
      return failedForGood(
        `"${found.accepted.name}" ${reasonText}, but the agent has no approvers.`,
      );
    }
    const name = freeName(found.accepted.name, takenNames);
    takenNames.add(name);
    tools.push(toolFor({ ...found, name, needsApproval: reason !== undefined, toolCache }));
  }
  return tools;
};
