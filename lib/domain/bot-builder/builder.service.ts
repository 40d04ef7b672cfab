import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { badRequest, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Models } from '#lib/ports/model.ts';
import { refusalOf } from '../account/permission.rules.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import { modelTypes } from '../integrations/model-integrations.schema.ts';
import { offersModel } from '../integrations/models.rules.ts';
import { countWithinHour } from '../organisations/hour-count.service.ts';
import { askModel } from './ask-model.ts';
import type { builderRoutes } from './builder.routes.ts';
import { builderLimits, type BuilderStep } from './step.schema.ts';

export type BuilderDeps = { db: Database; clock: Clock; models: Models };

const connect =
  'Connect OpenAI, Amazon Bedrock or a custom model under Integrations, and choose it.';

/** Throws a refusal if the caller may not use the integration, or it does not offer the model. */
const refuseModel = async (
  { db }: BuilderDeps,
  caller: Caller,
  { integration_id, model }: BuilderStep,
): Promise<void> => {
  const refusal = refusalOf(caller, guards.getIntegration);
  if (refusal) throw refusal;
  const field = { field: 'integration_id' };
  const found = await integrationStore(db, caller.tenant_id).get(integration_id);
  if (!found) throw notFound('integration', field);
  if (!modelTypes.some((type) => type === found.cspName)) {
    throw badRequest(`"${found.alias}" has no models. ${connect}`, field);
  }
  if (model === '' || offersModel(found.values, model)) return;
  throw badRequest(`"${found.alias}" does not offer this model. Choose one of its list.`, {
    field: 'model',
  });
};

export const builderService = (deps: BuilderDeps): Service<typeof builderRoutes> => ({
  askBuilder: async (caller, step) => {
    await refuseModel(deps, caller, step);
    await countWithinHour(deps, caller.tenant_id, {
      counterId: 'builder steps',
      maxCount: builderLimits.stepsPerHour,
      sentence: `Your organisation has asked the bot builder ${builderLimits.stepsPerHour} times`,
    });
    return askModel(deps.models, caller.tenant_id, step);
  },
});
