import type { Database } from '#lib/kernel/database.ts';
import { listenerStore } from '../listeners/listener.store.ts';
import { userStore } from '../users/user.store.ts';
import { triggerOf } from './bot.rules.ts';
import type { Graph, Problem } from './bot.schema.ts';
import { askedPeople, graphWarnings, listenerWarnings, strangerWarnings } from './warning.rules.ts';

const listenerWarningsOf = async (
  db: Database,
  tenantId: string,
  graph: Graph,
): Promise<Problem[]> => {
  const { listener_id } = triggerOf(graph);
  if (!listener_id) return [];
  return listenerWarnings(graph, await listenerStore(db, tenantId).get(listener_id));
};

/** What is told of a graph without keeping it from running, by what the organisation knows. */
export const warningsOf = async (
  db: Database,
  tenantId: string,
  graph: Graph,
): Promise<Problem[]> => {
  const users = userStore(db, tenantId);
  const strangers = new Set<string>();
  for (const one of askedPeople(graph)) if (!(await users.get(one))) strangers.add(one);
  return [
    ...graphWarnings(graph),
    ...strangerWarnings(graph, strangers),
    ...(await listenerWarningsOf(db, tenantId, graph)),
  ];
};
