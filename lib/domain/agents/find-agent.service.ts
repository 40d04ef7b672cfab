import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { ReadKey } from '#lib/kernel/read-key.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Agent } from './agent.schema.ts';
import { agentStore } from './agent.store.ts';
import type { ReadAgentRelease } from './release.schema.ts';

export type AgentDeps = {
  db: Database;
  clock: Clock;
  hashKey: ReadKey;
  /** The URL of the console, from which the program is downloaded. */
  site: { url: string };
  /** The URL of the public API, which agents call. */
  webhookUrl: string;
  agentRelease: ReadAgentRelease;
};

/** An agent of the caller's organisation; throws 404 if there is none. */
export const requireAgent = async (
  { db }: Pick<AgentDeps, 'db'>,
  { tenant_id }: Pick<Caller, 'tenant_id'>,
  id: string,
): Promise<Agent> => {
  const found = await agentStore(db, tenant_id).get(id);
  if (!found) throw notFound('agent');
  return found;
};
