import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { isSkipped } from '#lib/domain/bots/node-facts.schema.ts';
import { aiAgentSettings } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { copyProblem } from '#lib/domain/integrations/mcp-tool.rules.ts';

const field = 'agent_mcp_tools';
const tools = aiAgentSettings.shape[field];
const title = tools.meta()?.title ?? field;

/**
 * Problems of stored MCP tools that differ from what their server gave. They are not part of
 * `check`, since the console runs that, and computes no digests.
 */
export const forgedToolProblems = ({ nodes }: Graph): Problem[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'ai_agent' || isSkipped(node)) return [];
    const { data = [] } = tools.safeParse(node.settings[field]);
    const [message] = data.flatMap(({ accepted }) => (accepted && copyProblem(accepted)) ?? []);
    if (message === undefined) return [];
    const fieldProblem = { name: field, title, message };
    return [
      { node_id: node.id, message: `"${node.name}", ${title}: ${message}`, field: fieldProblem },
    ];
  });
