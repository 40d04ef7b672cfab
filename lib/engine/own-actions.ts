import { isOwnAction } from '#lib/domain/actions/action-id.rules.ts';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { actionIdsOf } from '#lib/domain/bots/integration.rules.ts';

/** An action that an organisation made, as it is now; undefined where it has none by this id. */
export type FindOwnAction = (tenantId: string, id: string) => Promise<Action | undefined>;

/** The organisation's own actions that the nodes of a graph run. */
export const ownActionsIn = async (
  find: FindOwnAction,
  tenantId: string,
  graph: Graph,
): Promise<Action[]> => {
  const ids = actionIdsOf(graph).filter(isOwnAction);
  const found = await Promise.all(ids.map((id) => find(tenantId, id)));
  return found.filter((one) => one !== undefined);
};
