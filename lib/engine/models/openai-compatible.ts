import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { addressOf } from '../integrations/authorise-request.ts';
import { authorisedSender, guardedFetch, type StreamDeps } from './guarded-fetch.ts';
import { readEvents } from './model-body.ts';
import type { ReachedModel } from './sdk-turn.ts';

type Body = Record<string, unknown>;

/** OpenAI itself has another name for the limit of an answer. */
const forOpenAI = ({ max_tokens, ...body }: Body): Body => ({
  ...body,
  ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }),
});

/** A model of OpenAI, Ollama, vLLM or any other server that is compatible with OpenAI. */
export const reachCompatible = async (
  integration: OpenedIntegration,
  model: string,
  deps: StreamDeps,
): Promise<ReachedModel> => {
  const { fetch, callError } = guardedFetch(authorisedSender(integration, deps), readEvents);
  const baseURL = addressOf(integration).replace(/\/+$/, '');
  // Loaded on first use, since models of Bedrock do not need it.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: integration.type.name,
    baseURL,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(integration.type.name === 'openai' && { transformRequestBody: forOpenAI }),
  });
  return { model: provider.chatModel(model), serverName: `"${integration.alias}"`, callError };
};
