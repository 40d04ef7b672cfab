import type { Database } from '#lib/kernel/database.ts';
import { isFinal } from '../execution.rules.ts';
import { executionStore } from '../execution.store.ts';
import { wholeRun } from '../lanes/lane.rules.ts';
import { type LaneRef, laneStore } from '../lanes/lane.store.ts';

/** Whether a run has ended or does not exist any more. */
export const isRunOver =
  (db: Database) =>
  async (tenantId: string, botExcId: string): Promise<boolean> => {
    const run = await executionStore(db, tenantId).get(botExcId);
    return !run || isFinal(run.state);
  };

/** Whether a lane has ended: with its run, or because a sibling ended all lanes of its opener. */
export const isLaneOver =
  (db: Database) =>
  async ({ tenant_id, bot_exc_id, lane }: LaneRef): Promise<boolean> => {
    if (await isRunOver(db)(tenant_id, bot_exc_id)) return true;
    if (lane === wholeRun) return false;
    const found = await laneStore(db, tenant_id).get(bot_exc_id, lane);
    return found !== undefined && isFinal(found.state);
  };
