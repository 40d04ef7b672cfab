import { type ModelType, modelTypes } from '#lib/domain/integrations/model-integrations.schema.ts';
import { modelCost, modelOrDefault, modelProblem } from '#lib/domain/integrations/models.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { type Mask, secretMasker, streamMasker } from '#lib/kernel/secret-masking.ts';
import type { ModelAnswer, ModelPart, Models, ModelTurn, TurnOptions } from '#lib/ports/model.ts';
import { OutgoingError } from '../outgoing/request.ts';
import { type BedrockDeps, reachBedrock } from './bedrock.ts';
import { modelFailure, type ModelFailure } from './failure.ts';
import type { StreamDeps } from './guarded-fetch.ts';
import { reachCompatible } from './openai-compatible.ts';
import { type ReachedModel, runSdkTurn } from './sdk-turn.ts';

export type ModelDeps = StreamDeps &
  BedrockDeps & {
    integration: (tenantId: string, id: string) => Promise<OpenedIntegration | undefined>;
  };

type Reach = (
  integration: OpenedIntegration,
  model: string,
  deps: ModelDeps,
) => Promise<ReachedModel | ModelFailure>;

/** How the models of each type of integration are reached. */
const reaches: Record<ModelType, Reach> = {
  openai: reachCompatible,
  custom_model: reachCompatible,
  bedrock: reachBedrock,
};

const missingIntegrationText =
  'There is no integration with this model any more. Connect OpenAI, Amazon Bedrock or a custom ' +
  'model under Integrations, and choose it.';

const withCost = (answer: ModelAnswer, { values }: OpenedIntegration, name: string) => {
  if (answer.type === 'failed' || !answer.usage) return answer;
  const cost = modelCost(values, name, answer.usage);
  return cost === undefined ? answer : { ...answer, cost };
};

const isSample = ({ sample, account }: OpenedIntegration) => sample ?? account?.sample;

const reach = async (
  integration: OpenedIntegration,
  { model }: ModelTurn,
  deps: ModelDeps,
): Promise<ReachedModel | ModelFailure> => {
  const modelType = modelTypes.find((type) => type === integration.type.name);
  if (!modelType) {
    const problem = `The integration "${integration.alias}" has no models. Choose another one.`;
    return modelFailure('integration', problem, 'no');
  }
  if (isSample(integration)) {
    const problem = `"${integration.alias}" belongs to the sample account, which has no models.`;
    return modelFailure('integration', `${problem} Choose another one.`, 'no');
  }
  try {
    return await reaches[modelType](integration, model.name, deps);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return modelFailure('integration', error.message, 'no');
  }
};

const withoutSecretsInPart = (part: ModelPart, hide: Mask): ModelPart => {
  const { type } = part;
  if (type === 'text') return { type, text: hide(part.text) };
  const { tool_call_id, tool_name, args, invalid } = part;
  const maskedArgs = hide({ args, ...(invalid !== undefined && { invalid }) });
  return { type, tool_call_id: hide(tool_call_id), tool_name: hide(tool_name), ...maskedArgs };
};

/** Removes secrets from an answer: a server may repeat the key that it was sent, and proxies do. */
const withoutSecrets = (answer: ModelAnswer, hide: Mask): ModelAnswer =>
  answer.type === 'failed'
    ? { ...answer, error: hide(answer.error) }
    : {
        ...answer,
        model_id: hide(answer.model_id),
        parts: answer.parts.map((part) => withoutSecretsInPart(part, hide)),
      };

/** Calls the model; neither its answer nor what is shown meanwhile contains a secret. */
const callModel = async (
  integration: OpenedIntegration,
  reachedModel: ReachedModel,
  { request, watch, clock }: { request: ModelTurn; watch: TurnOptions; clock: () => number },
): Promise<ModelAnswer> => {
  const { onText, ...otherOptions } = watch;
  const masker = onText && streamMasker(integration, reachedModel.extraSecrets);
  const show = (text = '') => {
    if (text !== '') onText?.(text);
  };
  const textOptions = masker && { onText: (delta: string) => show(masker.add(delta)) };
  const answer = await runSdkTurn(
    reachedModel,
    request,
    { ...otherOptions, ...textOptions },
    clock,
  );
  if (answer.type === 'answered') show(masker?.rest());
  return withoutSecrets(answer, secretMasker(integration, reachedModel.extraSecrets));
};

/** The port of models, by the SDK of providers; each call has only its integration's rights. */
export const openModels = (deps: ModelDeps): Models => ({
  async turn(request, watch = {}): Promise<ModelAnswer> {
    const { tenant_id, model } = request;
    const integration = await deps.integration(tenant_id, model.integration_id);
    if (!integration) return modelFailure('integration', missingIntegrationText, 'no');
    const name = modelOrDefault(integration.values, model.name);
    const problem = modelProblem(integration, name);
    if (problem !== undefined) return modelFailure('integration', problem, 'no');
    const namedRequest = { ...request, model: { ...model, name } };
    const reachedModel = await reach(integration, namedRequest, deps);
    if ('type' in reachedModel) return secretMasker(integration)(reachedModel);
    const answer = await callModel(integration, reachedModel, {
      request: namedRequest,
      watch,
      clock: deps.clock,
    });
    return withCost(answer, integration, name);
  },
});
