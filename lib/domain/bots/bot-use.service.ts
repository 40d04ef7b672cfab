import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { badRequest, forbidden } from '#lib/kernel/refusal.ts';
import { refusalOf } from '../account/permission.rules.ts';
import type { Bot, Graph, GraphNode } from './bot.schema.ts';
import { botStore, botVersionStore } from './bot.store.ts';
import { agentBotIdsOf } from './integration.rules.ts';
import { isSkipped } from './node-facts.schema.ts';

/** The nodes whose AI agents run other bots, with the ids of these bots. */
const botRunningNodes = ({ nodes }: Graph): { node: GraphNode; ids: string[] }[] =>
  nodes
    .filter((node) => !isSkipped(node))
    .map((node) => ({ node, ids: agentBotIdsOf({ nodes: [node] }) }))
    .filter(({ ids }) => ids.length > 0);

/** Throws 403 if AI agents run bots and the caller may not, or 400 if such a bot does not exist. */
export const refuseForeignBots = async (
  db: Database,
  caller: Caller,
  graph: Graph,
): Promise<void> => {
  const running = botRunningNodes(graph);
  const refusal = running.length > 0 ? refusalOf(caller, guards.startExecution) : undefined;
  const store = botStore(db, caller.tenant_id);
  for (const { node, ids } of running) {
    if (refusal) throw forbidden(`The agent "${node.name}" runs bots. ${refusal.message}`);
    for (const id of ids) {
      if (await store.get(id)) continue;
      throw badRequest(`"${node.name}" names a bot that does not exist. Choose another one.`);
    }
  }
};

/** Maximum number of bots examined for a cycle: far more than any bot leads to. */
const maxBotsExamined = 200;

/** Throws 400 if the bot's AI agents would run bots in a cycle, which would never end. */
export const refuseCycle = async (db: Database, bot: Bot, graph: Graph): Promise<void> => {
  const { tenant_id, _id } = bot;
  const visitedIds = new Set<string>();
  const pendingIds = botRunningNodes(graph).flatMap(({ ids }) => ids);
  for (
    let id = pendingIds.pop();
    id !== undefined && visitedIds.size < maxBotsExamined;
    id = pendingIds.pop()
  ) {
    if (visitedIds.has(id)) continue;
    visitedIds.add(id);
    const found = await botStore(db, tenant_id).get(id);
    const version = found?.published_version;
    if (id === _id) {
      const message =
        'An agent of this bot runs a bot that would run this bot again. Remove it from the agent.';
      throw badRequest(message);
    }
    if (version === undefined) continue;
    const published = await botVersionStore(db, tenant_id).get(id, version);
    if (published) pendingIds.push(...botRunningNodes(published.graph).flatMap(({ ids }) => ids));
  }
};
