import type { Database } from '#lib/kernel/database.ts';
import { executionStore } from './execution.store.ts';

export type EndedDeps = { db: Database };

/** Does what follows from the end of a run. Told twice, it finds nothing left to do. */
export const settleEnded =
  ({ db }: EndedDeps) =>
  async ({ tenant_id, bot_exc_id }: { tenant_id: string; bot_exc_id: string }): Promise<void> => {
    const runs = executionStore(db, tenant_id);
    const run = await runs.get(bot_exc_id);
    if (run?.outbox === undefined) return;
    await runs.markSettled(bot_exc_id);
  };
