import type { ModelDeps } from '#lib/engine/models/models.ts';
import type { Models } from '#lib/ports/model.ts';

const usualRegion = 'us-east-1';

const load = async (deps: Omit<ModelDeps, 'beginSession'>, region: string): Promise<Models> => {
  const [{ openModels }, { openModelSessions }] = await Promise.all([
    import('#lib/engine/models/models.ts'),
    import('#lib/aws/model-sessions.ts'),
  ]);
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
