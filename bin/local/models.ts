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

/** The models of integrations; the SDK of their providers is loaded by the first question. */
export const lazyModels = (
  deps: Omit<ModelDeps, 'beginSession'>,
  region = usualRegion,
): Models => {
  let loading: Promise<Models> | undefined;
  return {
    async turn(...asked) {
      loading ??= load(deps, region);
      return (await loading).turn(...asked);
    },
  };
};
