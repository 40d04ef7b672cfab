import { randomBytes } from 'node:crypto';
import { pauseStore, type RunPosition } from '#lib/domain/pauses/pause.store.ts';
import type { Database } from '#lib/kernel/database.ts';

/**
 * Waiting runs with the tokens that wake them. As in the state machine, each token works once: a
 * second use does nothing.
 */
export const openTokens = ({ db, tenant_id }: { db: Database; tenant_id: string }) => {
  const waiting = new Set<string>();
  let resumed = 0;
  return {
    async put(bot_exc_id: string, node_id: string): Promise<RunPosition> {
      const position = { bot_exc_id, lane: '', node_id };
      const token = randomBytes(16).toString('hex');
      waiting.add(token);
      await pauseStore(db, tenant_id).put(position, token);
      return position;
    },
    runner: {
      resume: async (token: string): Promise<'resumed' | 'closed'> => {
        const isFirst = waiting.delete(token);
        if (isFirst) resumed += 1;
        return isFirst ? 'resumed' : 'closed';
      },
    },
    /** The number of runs that were woken. */
    resumed: (): number => resumed,
  };
};
