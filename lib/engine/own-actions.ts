import { isOwnActionId } from '#lib/domain/actions/action-id.rules.ts';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { actionIdsOf } from '#lib/domain/bots/integration.rules.ts';

/** An organisation's own action in its current state, and the time of its last change (ISO). */
export type FoundAction = Action & { updated_at: string };

/** Returns undefined where the organisation has no action with this id. */
export type FindOwnAction = (tenantId: string, id: string) => Promise<FoundAction | undefined>;

/** The organisation's own actions that the nodes of a graph run. */
export const ownActionsIn = async (
  find: FindOwnAction,
  tenantId: string,
  graph: Graph,
): Promise<FoundAction[]> => {
  const ids = actionIdsOf(graph).filter(isOwnActionId);
  const found = await Promise.all(ids.map((id) => find(tenantId, id)));
  return found.filter((one) => one !== undefined);
};
