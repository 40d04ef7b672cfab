import { isFailed } from './call-failure.ts';
import { actionTools } from './ai-agent/action-tools.ts';
import { botTools } from './ai-agent/bot-tools.ts';
import { mcpTools } from './ai-agent/mcp-tools.ts';
import { inventoryTools } from './ai-agent/inventory-tools.ts';
import { parseAgentSettings } from './ai-agent/settings.ts';
import { inMemoryTranscript } from './ai-agent/transcript.ts';
import { continueLater, runAgent } from './ai-agent/run-agent.ts';
import { unpublishedModelFailure } from './model-rights.ts';
import { dryRunOutcome, type NodeRules } from './node.ts';

/**
 * A model works on a task with tools until it has an answer or has used up a budget. People approve
 * each call that changes something.
 */
export const aiAgent: NodeRules = {
  begin(call) {
    const settings = parseAgentSettings(call);
    if (isFailed(settings)) return settings;
    const { integration_id, model, task, data, agent_toolkit, agent_bots } = settings;
    const tools = agent_toolkit.map(({ action }) => action);
    const bots = agent_bots.map(({ bot_id }) => bot_id);
    const toolFields = { tools, ...(bots.length > 0 && { bots }) };
    const input = { integration_id, ...(model && { model }), task, data, ...toolFields };
    // A model costs money and receives data, so a dry run does not call it.
    const effectText = `start an agent on "${task.slice(0, 200)}"`;
    return { type: 'effect', input, looks: true, pretend: dryRunOutcome(effectText) };
  },

  async perform(call) {
    const settings = parseAgentSettings(call);
    if (isFailed(settings)) return settings;
    const failure = await unpublishedModelFailure(call, settings.integration_id);
    if (failure) return failure;
    const actions = await actionTools(call, settings);
    if (isFailed(actions)) return actions;
    const localTools = [...actions, ...inventoryTools(settings.inventory)];
    const serverTools = await mcpTools(call, settings, localTools);
    if (isFailed(serverTools)) return serverTools;
    const otherTools = [...localTools, ...serverTools];
    const bots = await botTools(call, settings, otherTools).catch((error: unknown) =>
      continueLater(call, error),
    );
    if (!Array.isArray(bots)) return bots;
    const tools = [...otherTools, ...bots];
    return runAgent({
      call,
      settings,
      tools,
      transcript: call.transcript ?? inMemoryTranscript(call.now),
    });
  },
};
