import * as z from 'zod';
import { noModelText } from '#lib/domain/integrations/model-integrations.schema.ts';
import {
  agentBot,
  agentMcpTool,
  agentTool,
  aiAgentSettings,
} from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { type Call, type Failed, failedForGood } from '../node.ts';
import { parseOnce } from '../read-once.ts';

const { shape } = aiAgentSettings;

/** The settings after their expressions were evaluated. */
const evaluatedSettings = z.object({
  ...shape,
  task: z.string(),
  /** Absent where the expression found nothing. */
  data: z.unknown().optional(),
  agent_toolkit: z.array(agentTool),
  agent_bots: z.array(agentBot).default([]),
  agent_mcp_tools: z.array(agentMcpTool).default([]),
});

export type AgentSettings = z.output<typeof evaluatedSettings> & { integration_id: string };

/** The agent's evaluated settings, or the failure that says what is missing. */
export const parseAgentSettings = parseOnce(({ settings }: Call): AgentSettings | Failed => {
  const { data } = evaluatedSettings.safeParse(settings);
  const integration_id = data?.integration?.id;
  if (!data || integration_id === undefined) {
    return failedForGood(`This node has no model. ${noModelText}`);
  }
  if (data.task.trim() === '') return failedForGood('This agent has no task. Enter one.');
  return { ...data, integration_id };
});
