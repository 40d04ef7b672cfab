import { modelTypes } from '#lib/domain/integrations/model-integrations.schema.ts';
import { botBuilder } from '#web/api/bot-builder.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';

const asked = { integration_type: [...modelTypes], number_of_items: 1 };

/** Whether the person can have a model draw a bot. */
export const useHasModel = (): boolean => {
  const enabled = useRefusal(botBuilder.askBuilder) === undefined;
  const { data } = useCall(integrations.listIntegrations, asked, { enabled });
  return enabled && data !== undefined && data.items.length > 0;
};
