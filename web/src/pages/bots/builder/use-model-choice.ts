import * as z from 'zod';
import { defaultModel, offeredModels } from '#lib/domain/integrations/models.rules.ts';
import { usePreference } from '#web/app/preferences.ts';
import { useConnectedModels } from '#web/components/use-connected-models.ts';
import type { ChosenModel } from './live-deps.ts';

const stored = z.object({ integration_id: z.string(), model: z.string() });

const none: ChosenModel = { integration_id: '', model: '' };

/** The models that the user may use, and the chosen one; kept in this browser. */
export const useModelChoice = () => {
  const [storedChoice, choose] = usePreference('builder-model', stored, none);
  const found = useConnectedModels({ chosen: storedChoice.integration_id });
  const groups = (found.data ?? []).map(({ accountId, alias, values }) => ({
    integration_id: accountId,
    alias,
    defaultModel: defaultModel(values),
    listed: offeredModels(values),
  }));
  const isAvailable = groups.some(
    ({ integration_id, listed }) =>
      integration_id === storedChoice.integration_id &&
      (storedChoice.model === '' || listed.some(({ name }) => name === storedChoice.model)),
  );
  const [first] = groups;
  const isOnly =
    groups.length === 1 &&
    new Set([first?.defaultModel, ...(first?.listed ?? []).map(({ name }) => name)]).size === 1;
  const defaultChoice = first && { integration_id: first.integration_id, model: '' };
  return {
    groups,
    /** Undefined until the integrations are loaded, and if none has a model. */
    chosen: isAvailable ? storedChoice : defaultChoice,
    /** The user has chosen it, or it is the only one. */
    isClear: isAvailable || isOnly,
    choose,
    isLoading: found.isLoading,
    error: found.error,
    refetch: found.refetch,
  };
};

export type ModelChoice = ReturnType<typeof useModelChoice>;
