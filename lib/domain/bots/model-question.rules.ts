import type { Graph, GraphNode } from './bot.schema.ts';
import { isPassedBy, ofActing, type OfActing } from './node-facts.schema.ts';
import { aiAgentSettings } from './nodes/ai-agent.schema.ts';
import { aiConditionSettings, mostModelAnswer } from './nodes/ai-condition.schema.ts';
import { mostModelData } from './nodes/model-setting.schema.ts';

/** A question that a node asks a model, with the tokens that it takes at most. */
export type ModelQuestion = {
  node_id: string;
  name: string;
  integration_id: string;
  /** Blank: the default of the integration. */
  model: string;
  most: { input_tokens: number; output_tokens: number };
  /** An agent asks many questions, and ends at these US dollars. */
  most_usd?: number;
};

/** Bytes of what is told to a model around its question and data. */
export const aroundQuestion = 2048;

/** What an agent takes at most, as if every token were one of an answer, which costs more. */
const agentQuestions = ({ id, name, settings }: GraphNode): ModelQuestion[] => {
  const { data } = aiAgentSettings.safeParse(settings);
  const integration_id = data?.integration?.id;
  if (!data || integration_id === undefined) return [];
  const { model, max_tokens, max_cost_usd: most_usd } = data;
  const most = { input_tokens: 0, output_tokens: max_tokens };
  return [{ node_id: id, name, integration_id, model, most, most_usd }];
};

/** A token is a byte at least. */
const conditionQuestions = ({ id, name, settings }: GraphNode): ModelQuestion[] => {
  const { data } = aiConditionSettings.safeParse(settings);
  const integration_id = data?.integration?.id;
  if (!data || integration_id === undefined) return [];
  const asked = new TextEncoder().encode(data.question).length;
  const input_tokens = mostModelData + asked + aroundQuestion;
  const most = { input_tokens, output_tokens: mostModelAnswer };
  return [{ node_id: id, name, integration_id, model: data.model, most }];
};

const none = (): ModelQuestion[] => [];

const questions: OfActing<(node: GraphNode) => ModelQuestion[]> = {
  ai_agent: agentQuestions,
  ai_condition: conditionQuestions,
  http_request: none,
  notification: none,
  python_code: none,
  rest_api_action: none,
  steampipe_query: none,
};

/** The questions that the nodes of a graph ask, each once. */
export const modelQuestions = ({ nodes }: Graph): ModelQuestion[] =>
  nodes
    .filter((node) => !isPassedBy(node))
    .flatMap((node) => ofActing(questions, node.type)?.(node) ?? []);
