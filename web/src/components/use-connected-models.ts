import { modelTypes } from '#lib/domain/integrations/model-integrations.schema.ts';
import { useSelectableIntegrations } from './use-selectable-integrations.ts';

type ModelPickerOptions = {
  /** If false, nothing is fetched. */
  enabled?: boolean;
  /** The id of the chosen one, blank if none. */
  chosen?: string;
};

/** The integrations whose models can be called; those of sample accounts cannot. */
export const useConnectedModels = ({ enabled = true, chosen = '' }: ModelPickerOptions = {}) => {
  const { found } = useSelectableIntegrations({ enabled, chosen, types: modelTypes });
  return { ...found, data: found.data && found.data.items.filter(({ sample }) => !sample) };
};
