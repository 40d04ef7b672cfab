import * as z from 'zod';
import { outsideCallOf, type Reach, type Settings } from '../node-reach.rules.ts';
import { aiAgentSettings, runLimits } from './ai-agent.schema.ts';
import { awsUseOfQuestion, callsOfQuestion } from './model-setting.rules.ts';
import { awsUseOfAction, callsOfAction } from './rest-api-action.rules.ts';

/** What it runs is also read from incomplete settings. */
const runTargets = z.object({
  agent_toolkit: z.array(z.object({ action: z.string().catch('') })).catch([]),
  agent_bots: z.array(z.object({ bot_id: z.string().catch('') })).catch([]),
});

const queried = ({ inventory }: Settings): string | undefined => {
  const { data } = aiAgentSettings.shape.inventory.safeParse(inventory);
  return data === 'none' ? undefined : data;
};

const calls: Reach['calls'] = (settings, find) => {
  const { data } = aiAgentSettings.safeParse(settings);
  const tools = data?.agent_toolkit ?? [];
  const ofServers = (data?.agent_mcp_tools ?? []).map(({ integration, accepted }) =>
    outsideCallOf(integration?.id, { method: accepted?.name ?? '', host: 'mcp' }),
  );
  const called = tools.flatMap((tool) => callsOfAction(tool, find));
  return [...callsOfQuestion(settings), ...called, ...ofServers];
};

/** An AI agent chooses the parameters of its tools itself, including the region. */
const inAws: Reach['inAws'] = (settings, find) => {
  const { data } = aiAgentSettings.safeParse(settings);
  const tools = data?.agent_toolkit ?? [];
  const ofTools = tools.flatMap((tool) => {
    const all = find(tool.action)?.parameters_definition ?? [];
    const parameters = Object.fromEntries(all.map(({ name }) => [name, '{% chosen %}']));
    return awsUseOfAction({ ...tool, parameters }, find);
  });
  return [...awsUseOfQuestion(settings), ...ofTools];
};

/** The maximum use of an AI agent. All tokens count as output tokens, which cost more. */
const questions: Reach['questions'] = ({ id, name, settings }) => {
  const { data } = aiAgentSettings.safeParse(settings);
  const integration_id = data?.integration?.id;
  if (!data || integration_id === undefined) return [];
  const { model, max_tokens, max_cost_usd: most_usd } = data;
  const { tokens, cost } = runLimits(data);
  const in_run = { most: { input_tokens: 0, output_tokens: tokens }, most_usd: cost };
  const most = { input_tokens: 0, output_tokens: max_tokens };
  return [{ node_id: id, name, integration_id, model, most, agent: { most_usd, in_run } }];
};

export const aiAgentReach: Reach = {
  uses: {
    queried,
    actions: (settings) => runTargets.parse(settings).agent_toolkit.map(({ action }) => action),
    bots: (settings) => runTargets.parse(settings).agent_bots.map(({ bot_id }) => bot_id),
  },
  calls,
  inAws,
  questions,
};
