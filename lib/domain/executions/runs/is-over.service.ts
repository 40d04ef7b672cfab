import type { Database } from '#lib/kernel/database.ts';
import { isFinal } from '../execution.rules.ts';
import { executionStore } from '../execution.store.ts';

/** Whether a run has ended, or is not there any more. */
export const runIsOver =
  (db: Database) =>
  async (tenantId: string, botExcId: string): Promise<boolean> => {
    const run = await executionStore(db, tenantId).get(botExcId);
    return !run || isFinal(run.state);
  };
