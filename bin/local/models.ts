import { othersHadTheirTurn } from '#lib/engine/expression/turns.ts';
import type { ModelDeps } from '#lib/engine/models/models.ts';
import { sdkParts } from '#lib/engine/models/sdk-parts.ts';
import type { Models } from '#lib/ports/model.ts';

const usualRegion = 'us-east-1';

const load = async (deps: Omit<ModelDeps, 'beginSession'>, region: string): Promise<Models> => {
  for (const part of sdkParts) {
    await part();
    await othersHadTheirTurn();
  }
  const { openModels } = await import('#lib/engine/models/models.ts');
  await othersHadTheirTurn();
  const { openModelSessions } = await import('#lib/aws/model-sessions.ts');
  return openModels({ ...deps, beginSession: openModelSessions({ own: { region } }) });
};

/**
 * Opens the models of integrations. The providers' SDK is loaded by the first question, or by
 * `warm`, since servers without models do not need it.
 */
export const lazyModels = (
  deps: Omit<ModelDeps, 'beginSession'>,
  region = usualRegion,
  loaded = load,
): Models & { warm: () => void } => {
  let loading: Promise<Models> | undefined;
  const models = () => (loading ??= loaded(deps, region));
  return {
    async turn(...asked) {
      return (await models()).turn(...asked);
    },
    // Errors are reported by the first question.
    warm: () => void models().catch(() => undefined),
  };
};
