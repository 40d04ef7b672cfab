import type { Graph } from './bot.schema.ts';
import { isPassedBy } from './node-facts.schema.ts';
import {
  aiConditionSettings,
  mostModelAnswer,
  mostModelData,
} from './nodes/ai-condition.schema.ts';

/** A question that a node asks a model, with the tokens that it takes at most. */
export type ModelQuestion = {
  node_id: string;
  name: string;
  integration_id: string;
  /** Blank: the default of the integration. */
  model: string;
  most: { input_tokens: number; output_tokens: number };
};

/** Bytes of what is told to a model around its question and data. */
export const aroundQuestion = 2048;

/** The questions that the nodes of a graph ask, each once. A token is a byte at least. */
export const modelQuestions = ({ nodes }: Graph): ModelQuestion[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'ai_condition' || isPassedBy(node)) return [];
    const { data } = aiConditionSettings.safeParse(node.settings);
    const integration_id = data?.integration?.id;
    if (!data || integration_id === undefined) return [];
    const asked = new TextEncoder().encode(data.question).length;
    const input_tokens = mostModelData + asked + aroundQuestion;
    const most = { input_tokens, output_tokens: mostModelAnswer };
    return [{ node_id: node.id, name: node.name, integration_id, model: data.model, most }];
  });
