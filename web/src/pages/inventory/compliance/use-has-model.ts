import { botBuilder } from '#web/api/bot-builder.ts';
import { useRefusal } from '#web/app/session.ts';
import { useConnectedModels } from '#web/components/use-connected-models.ts';

/** Whether the user can have a model build a bot. */
export const useHasModel = (): boolean => {
  const enabled = useRefusal(botBuilder.askBuilder) === undefined;
  const { data = [] } = useConnectedModels({ enabled });
  return enabled && data.length > 0;
};
