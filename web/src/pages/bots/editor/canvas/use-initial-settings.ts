import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { modelIntegration } from '#lib/domain/bots/nodes/model-setting.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { useRefusal } from '#web/app/session.ts';
import { useConnectedModels } from '#web/components/use-connected-models.ts';

const needsModel = (kind: NodeKind): boolean =>
  Object.values<unknown>(nodeSettings[kind].shape).includes(modelIntegration);

/**
 * The initial settings of a new node: a node that needs a model gets the only connected one, if
 * there is just one.
 */
export const useInitialSettings = () => {
  const enabled = useRefusal(integrations.listIntegrations) === undefined;
  const [first, ...others] = useConnectedModels({ enabled }).data ?? [];
  return (kind: NodeKind): { settings?: Record<string, unknown> } =>
    first && others.length === 0 && needsModel(kind)
      ? { settings: { integration: { type: first.cspName, id: first.accountId } } }
      : {};
};
