import { addAmounts, type Database, getItem } from '#lib/kernel/database.ts';
import { openCondition } from '../execution.store.ts';
import { executionTable } from '../execution.table.ts';

/** Tokens and US dollars that AI agents used. */
export type AgentUsage = { tokens: number; cost: number };

/**
 * What the AI agents of one node used in a run, summed over all loop iterations. It is stored in
 * attributes of the run's item that the run's schema does not read.
 */
export const agentUsageStore = (
  db: Database,
  { tenant_id, _id }: { tenant_id: string; _id: string },
  nodeId: string,
) => {
  const [tokens, cost] = [`agent_tokens#${nodeId}`, `agent_cost#${nodeId}`];
  return {
    /** Does nothing if the run has ended. */
    async add(usage: AgentUsage): Promise<void> {
      const amounts = { [tokens]: usage.tokens, [cost]: usage.cost };
      await addAmounts(db, executionTable, { tenant_id, _id }, amounts, {
        condition: openCondition(),
      });
    },

    async sum(): Promise<AgentUsage> {
      const item = await getItem(db, executionTable, { tenant_id, _id });
      return { tokens: Number(item?.[tokens] ?? 0), cost: Number(item?.[cost] ?? 0) };
    },
  };
};
