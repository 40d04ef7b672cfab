import type { BuilderAnswer, BuilderMessage } from '#lib/domain/bot-builder/step.schema.ts';
import { askModel } from '#lib/domain/bot-builder/ask-model.ts';
import { customModel } from '#lib/domain/integrations/catalogue/custom_model.ts';
import { hostOf } from '#lib/domain/integrations/host.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { openModels } from '#lib/engine/models/models.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { outgoingStream } from '#lib/engine/outgoing/stream.ts';
import { ApiError } from '#web/api/api-error.ts';
import { botBuilder } from '#web/api/bot-builder.ts';
import { setConnection } from '#web/api/connection.ts';
import { toFailedAnswer } from '#web/pages/bots/builder/failed-answer.ts';
import { BuildFailed } from '#web/pages/bots/builder/drawing/work.ts';

/** Asks the evaluated model one question. */
export type Ask = (messages: readonly BuilderMessage[]) => Promise<BuilderAnswer>;

type Connected = { server: string; key: string; integration_id: string; model: string };

/** A model connected to a running Cloudwarden, called in the same way as by the AI builder. */
export const connectedModel = ({ server, key, integration_id, model }: Connected): Ask => {
  const { origin } = new URL(server);
  setConnection({ apiUrl: `${origin}/api`, socketUrl: '', accessToken: async () => key });
  return async (messages) => {
    try {
      return await botBuilder.askBuilder({ integration_id, model, messages: [...messages] });
    } catch (error) {
      const { status } = error instanceof ApiError ? error : {};
      if (status === 0) {
        throw new BuildFailed(`No Cloudwarden answers at ${origin}. Start it, or set --server.`);
      }
      if (status === 401) {
        const advice = 'Create one under Account, API keys, and set EVALUATE_KEY.';
        throw new BuildFailed(`${origin} does not accept this API key. ${advice}`);
      }
      return toFailedAnswer(error);
    }
  };
};

type Direct = { url: string; key: string; model: string; price: string | undefined };

const integrationOf = ({ url, key, model, price }: Direct): OpenedIntegration => {
  const address = new URL(url);
  return {
    tenant_id: 'evaluation',
    accountId: 'int_evaluation',
    revision: 1,
    alias: 'Evaluated model',
    type: customModel,
    hosts: [hostOf(address)],
    values: {
      api_url: address.href.replace(/\/$/, ''),
      auth_type: key === '' ? 'none' : 'bearer',
      api_key: key,
      models: `${model}${price === undefined ? '' : ` ${price}`}`,
    },
    secrets: key === '' ? [] : [key],
  };
};

/** A model at an address, called without a Cloudwarden. */
export const modelAt = (direct: Direct): Ask => {
  const { hostname, port, protocol } = new URL(direct.url);
  // The address is trusted, because the operator named it, and may be on their own machine.
  const callable = { allow: [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`] };
  const integration = integrationOf(direct);
  const models = openModels({
    integration: async () => integration,
    outgoing: outgoing(callable),
    outgoingStream: outgoingStream(callable),
    tokens: newTokenCache(),
    beginSession: () => Promise.reject(new Error('No account of AWS is asked here.')),
    clock: Date.now,
  });
  const { tenant_id, accountId: integration_id } = integration;
  return (messages) =>
    askModel(models, tenant_id, { integration_id, model: '', messages: [...messages] });
};
