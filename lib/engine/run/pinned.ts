import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import { isSkipped, skippableKinds } from '#lib/domain/bots/node-facts.schema.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import type { PauseDeps } from '../deps.ts';
import type { AskingNode } from './asking-node.ts';

/** The most nodes named to people; nobody reads more. */
export const maxNodesNamed = 20;

/** Whether a run uses a node's pinned data instead of running the node. */
export const takesPin = (options: Execution['options'], node: GraphNode): boolean =>
  options.use_pins === true &&
  node.pinned !== undefined &&
  skippableKinds.has(node.type) &&
  !isSkipped(node);

/** The nodes whose data is pinned in this run: people who decide must know about them. */
export const pinnedNodesOf = async (
  { db }: PauseDeps,
  { run: { tenant_id, bot_id, version, options } }: AskingNode,
): Promise<{ pinned_nodes?: string[] }> => {
  const found = await botVersionStore(db, tenant_id).get(bot_id, version);
  const pinned = (found?.graph.nodes ?? []).filter((node) => takesPin(options, node));
  if (pinned.length === 0) return {};
  return { pinned_nodes: pinned.slice(0, maxNodesNamed).map(({ name }) => name) };
};
