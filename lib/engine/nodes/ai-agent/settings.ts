import * as z from 'zod';
import { noModel } from '#lib/domain/integrations/model-integrations.schema.ts';
import {
  agentBot,
  agentMcpTool,
  agentTool,
  aiAgentSettings,
} from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { type Call, type Failed, hopeless } from '../node.ts';
import { readOnce } from '../read-once.ts';

const { shape } = aiAgentSettings;

/** The settings after their expressions were evaluated. */
const evaluated = z.object({
  ...shape,
  task: z.string(),
  /** Absent where the expression found nothing. */
  data: z.unknown().optional(),
  agent_toolkit: z.array(agentTool),
  agent_bots: z.array(agentBot).default([]),
  agent_mcp_tools: z.array(agentMcpTool).default([]),
});

export type AgentSettings = z.output<typeof evaluated> & { integration_id: string };

/** The agent's evaluated settings, or the failure that says what is missing. */
export const agentSettings = readOnce(({ settings }: Call): AgentSettings | Failed => {
  const { data } = evaluated.safeParse(settings);
  const integration_id = data?.integration?.id;
  if (!data || integration_id === undefined) {
    return hopeless(`This node has no model. ${noModel}`);
  }
  if (data.task.trim() === '') return hopeless('This agent has no task. Enter one.');
  return { ...data, integration_id };
});
