import { yieldToOthers } from '#lib/kernel/yield-to-others.ts';
import type { ModelDeps } from '#lib/engine/models/models.ts';
import { sdkParts } from '#lib/engine/models/sdk-parts.ts';
import type { Models } from '#lib/ports/model.ts';

const defaultRegion = 'us-east-1';

const loadModels = async (
  deps: Omit<ModelDeps, 'beginSession'>,
  region: string,
): Promise<Models> => {
  for (const loadPart of sdkParts) {
    await loadPart();
    await yieldToOthers();
  }
  const { openModels } = await import('#lib/engine/models/models.ts');
  await yieldToOthers();
  const { openModelSessions } = await import('#lib/aws/model-sessions.ts');
  return openModels({ ...deps, beginSession: openModelSessions({ stsConfig: { region } }) });
};

/**
 * Opens the models of integrations. The providers' SDK is loaded by the first question, or by
 * `warm`, since servers without models do not need it.
 */
export const lazyModels = (
  deps: Omit<ModelDeps, 'beginSession'>,
  region = defaultRegion,
  loaded = loadModels,
): Models & { warm: () => void } => {
  let loading: Promise<Models> | undefined;
  const models = () => (loading ??= loaded(deps, region));
  return {
    async turn(...args) {
      return (await models()).turn(...args);
    },
    // Errors are reported by the first question.
    warm: () => void models().catch(() => undefined),
  };
};
