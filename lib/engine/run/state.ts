import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { type ExecutionChange, executionStore } from '#lib/domain/executions/execution.store.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import type { Database } from '#lib/kernel/database.ts';

/** Identifies the stored state of a run or of one of its lanes. */
export type LaneKey = { tenant_id: string; bot_exc_id: string; lane: string };

/** The fields that runs and lanes have in common. */
export type LaneState = Pick<
  Execution & Lane,
  'state' | 'results' | 'inline_bytes' | 'errors' | 'created_at' | 'updated_at'
> &
  Pick<Execution, 'waiting_for' | 'finished_at'>;

/** The stored item of a lane, in whichever of the two tables it is. */
export const laneItem = (db: Database, { tenant_id, bot_exc_id, lane }: LaneKey) => {
  const runs = executionStore(db, tenant_id);
  const lanes = laneStore(db, tenant_id);
  const isRun = lane === wholeRun;
  return {
    get: (): Promise<LaneState | undefined> =>
      isRun ? runs.get(bot_exc_id) : lanes.get(bot_exc_id, lane),
    /**
     * Returns false where the lane has ended, or was last written at another time than
     * `expectedUpdatedAt`.
     */
    commit: (change: ExecutionChange, expectedUpdatedAt?: string): Promise<boolean> =>
      isRun
        ? runs.commit(bot_exc_id, change, expectedUpdatedAt)
        : lanes.commit(bot_exc_id, lane, change, expectedUpdatedAt),
  };
};
