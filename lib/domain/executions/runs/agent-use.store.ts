import { addTo, type Database, getItem } from '#lib/kernel/database.ts';
import { isOpen } from '../execution.store.ts';
import { executionTable } from '../execution.table.ts';

/** Tokens and US dollars that agents used up. */
export type AgentUse = { tokens: number; cost: number };

/**
 * What the agents of one node used up in a run, those of all turns of a loop together. It is kept
 * on the run's item, beside what a run is read as.
 */
export const agentUseStore = (
  db: Database,
  { tenant_id, _id }: { tenant_id: string; _id: string },
  nodeId: string,
) => {
  const [tokens, cost] = [`agent_tokens#${nodeId}`, `agent_cost#${nodeId}`];
  return {
    /** Adds nothing to a run that has ended. */
    async add(more: AgentUse): Promise<void> {
      const amounts = { [tokens]: more.tokens, [cost]: more.cost };
      await addTo(db, executionTable, { tenant_id, _id }, amounts, { condition: isOpen() });
    },

    async sum(): Promise<AgentUse> {
      const item = await getItem(db, executionTable, { tenant_id, _id });
      return { tokens: Number(item?.[tokens] ?? 0), cost: Number(item?.[cost] ?? 0) };
    },
  };
};
