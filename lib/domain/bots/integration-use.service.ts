import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { forbidden } from '#lib/kernel/refusal.ts';
import { refusalOf } from '../account/permission.rules.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import type { Graph } from './bot.schema.ts';
import { refuseForeignBots } from './bot-use.service.ts';
import { queriedType, usedIntegrations } from './integration.rules.ts';

const refuseForeignInventory = (caller: Caller, { nodes }: Graph): void => {
  const node = nodes.find((one) => queriedType(one) !== undefined);
  const refusal = node && refusalOf(caller, guards.queryInventory);
  if (refusal) throw forbidden(`"${node.name}" queries the inventory. ${refusal.message}`);
};

/**
 * Checks that the caller may use the integrations of a graph: throws 403 if the caller may not see
 * integrations, or if one does not exist in the organisation. Likewise for queries of the inventory
 * and for the bots that its AI agents run (400 if such a bot does not exist).
 */
export const refuseForeignUse = async (
  db: Database,
  caller: Caller,
  graph: Graph,
): Promise<void> => {
  refuseForeignInventory(caller, graph);
  await refuseForeignBots(db, caller, graph);
  const nodeNameById = usedIntegrations(graph);
  const [firstNodeName] = nodeNameById.values();
  const refusal = refusalOf(caller, guards.getIntegration);
  if (firstNodeName !== undefined && refusal) {
    throw forbidden(`"${firstNodeName}" uses an integration. ${refusal.message}`);
  }
  const store = integrationStore(db, caller.tenant_id);
  for (const [id, nodeName] of nodeNameById) {
    if (await store.get(id)) continue;
    throw forbidden(
      `"${nodeName}" uses an integration that is not yours or was deleted. Choose one.`,
    );
  }
};
