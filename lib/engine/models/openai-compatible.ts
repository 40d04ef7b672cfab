import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { addressOf } from '../integrations/authorised.ts';
import { guardedFetch, type StreamDeps, withSecrets } from './guarded-fetch.ts';
import { inEvents } from './model-body.ts';
import type { Reached } from './sdk-turn.ts';

type Body = Record<string, unknown>;

/** OpenAI itself has given the bound of an answer another name. */
const forOpenAI = ({ max_tokens, ...body }: Body): Body => ({
  ...body,
  ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }),
});

/** A model of OpenAI, Ollama, vLLM or any server that speaks as OpenAI does. */
export const reachCompatible = async (
  integration: OpenedIntegration,
  model: string,
  deps: StreamDeps,
): Promise<Reached> => {
  const { fetch, sent } = guardedFetch(withSecrets(integration, deps), inEvents);
  const baseURL = addressOf(integration).replace(/\/+$/, '');
  // Loaded by the first call: whoever asks models of Bedrock needs none of it.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: integration.type.name,
    baseURL,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(integration.type.name === 'openai' && { transformRequestBody: forOpenAI }),
  });
  return { model: provider.chatModel(model), where: `"${integration.alias}"`, sent };
};
