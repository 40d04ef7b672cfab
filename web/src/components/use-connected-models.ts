import { modelTypes } from '#lib/domain/integrations/model-integrations.schema.ts';
import { useFoundIntegrations } from './use-found-integrations.ts';

type Asked = {
  /** If false, nothing is fetched. */
  enabled?: boolean;
  /** The id of the chosen one, blank if none. */
  chosen?: string;
};

/** The integrations whose models can be called; those of sample accounts cannot. */
export const useConnectedModels = ({ enabled = true, chosen = '' }: Asked = {}) => {
  const { found } = useFoundIntegrations({ enabled, chosen, types: modelTypes });
  return { ...found, data: found.data && found.data.items.filter(({ sample }) => !sample) };
};
