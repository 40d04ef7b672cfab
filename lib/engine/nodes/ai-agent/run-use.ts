import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import type { AgentUsage } from '#lib/domain/executions/runs/agent-use.store.ts';
import { usedIn } from './budget.ts';
import type { Transcript } from './transcript.ts';

const isPaid = (entry: ChatEntry): boolean => 'usage' in entry || 'cost' in entry;

/**
 * What the agents of a node have used in the run. Outside of loops there is one agent, whose own
 * thread has the figures.
 */
export const openRunUse = async ({ count }: Transcript, entries: readonly ChatEntry[]) => {
  // Everything up to the last paid answer was counted when that answer was added.
  let countedUsage = usedIn(entries.slice(0, entries.findLastIndex(isPaid) + 1));
  let inRun = await count?.({ tokens: 0, cost: 0 });
  return {
    /**
     * Counts an answer of the model before it is stored. If the engine stops in between, the model
     * is called again, and both answers are counted because both are paid for.
     */
    async add(previousEntries: readonly ChatEntry[], answer: ChatEntry): Promise<void> {
      if (!count || !isPaid(answer)) return;
      const usage = usedIn([...previousEntries, answer]);
      const addedUsage = {
        tokens: Math.max(0, usage.tokens - countedUsage.tokens),
        cost: Math.max(0, usage.cost - countedUsage.cost),
      };
      countedUsage = usage;
      inRun = await count(addedUsage);
    },

    soFar: (currentEntries: readonly ChatEntry[]): AgentUsage => inRun ?? usedIn(currentEntries),
  };
};
