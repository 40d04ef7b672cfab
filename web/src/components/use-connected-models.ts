import { modelTypes } from '#lib/domain/integrations/model-integrations.schema.ts';
import { useFoundIntegrations } from './use-found-integrations.ts';

type Asked = {
  /** False: nothing is asked. */
  enabled?: boolean;
  /** The id of the one that is chosen, blank where none is. */
  chosen?: string;
};

/** The integrations whose models can be asked: nobody answers at those of the samples. */
export const useConnectedModels = ({ enabled = true, chosen = '' }: Asked = {}) => {
  const { found } = useFoundIntegrations({ enabled, chosen, types: modelTypes });
  return { ...found, data: found.data && found.data.items.filter(({ sample }) => !sample) };
};
