import { integrationRoutes } from '#lib/domain/integrations/integration.routes.ts';
import { integrations } from '#web/api/integrations.ts';
import { type PickerOptions, useSelectableItems } from './use-selectable-items.ts';

const { alias: aliasRule } = integrationRoutes.listIntegrations.input.shape;

type IntegrationPickerOptions = PickerOptions & {
  /** Only integrations of these types. */
  types?: readonly string[];
};

/** The integrations to choose from. */
export const useSelectableIntegrations = ({ types, ...options }: IntegrationPickerOptions) =>
  useSelectableItems(
    {
      list: integrations.listIntegrations,
      fitting: (text) => ({
        page_number: 1,
        number_of_items: 100,
        ...(types && { integration_type: [...types] }),
        alias: aliasRule.safeParse(text).data,
      }),
      get: integrations.getIntegration,
      one: (accountId) => ({ accountId }),
      idOf: ({ accountId }) => accountId,
    },
    options,
  );
