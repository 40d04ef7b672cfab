import { type CountedItem, idempotentCounter } from '#lib/kernel/idempotent-counter.ts';
import { readEntries } from '#lib/kernel/database.ts';
import type { ExecutionState } from '../execution.schema.ts';
import { executionTable, runStatisticsTable } from '../execution.table.ts';
import {
  addFailed,
  amountsOf,
  type CountedRun,
  countsOf,
  type FailedByBot,
  failedByBotIn,
  hourCountsIn,
  kindKey,
} from './counter.rules.ts';
import { type CounterDeps, daySumStore } from './day-sums.store.ts';
import { type HourCount, maxOpenCounted } from './statistics.rules.ts';

/** The counts of some days, and the failed runs by bot. */
type Sums = { hours: HourCount[]; failed: FailedByBot };

/** Counts of an organisation's ended runs, by hour and kind. */
export const statisticsStore = (deps: CounterDeps, tenantId: string) => {
  const countedItemOf = (one: CountedRun): CountedItem => ({
    id: one._id,
    key: {
      tenant_id: tenantId,
      kind: kindKey(one.ended_at.slice(0, 10), one.kind, one.bot_id),
    },
    amounts: amountsOf(one),
  });
  const counters = idempotentCounter(deps.db, runStatisticsTable);
  const sums = daySumStore(deps, tenantId);

  /** Writes a count, then removes the stored sum of its day, even if the run was counted before. */
  const writeCount = async (one: CountedRun, write: () => Promise<boolean>): Promise<boolean> => {
    const isCounted = await write();
    await sums.changed(one.ended_at.slice(0, 10));
    return isCounted;
  };

  const readers = {
    async hour(from: string, to: string): Promise<Sums> {
      const result: Sums = { hours: [], failed: new Map() };
      for await (const item of sums.items(from, to)) {
        result.hours.push(...hourCountsIn(item));
        addFailed(result.failed, failedByBotIn(item));
      }
      return result;
    },

    async day(from: string, to: string): Promise<Sums> {
      const result: Sums = { hours: [], failed: new Map() };
      for (const [day, sum] of await sums.read(from, to)) {
        result.hours.push(...countsOf(day, sum));
        addFailed(result.failed, Object.entries(sum.failed));
      }
      return result;
    },
  };

  return {
    /** Counts a run; only for the process that is alone in knowing of its end. */
    add: (one: CountedRun): Promise<boolean> =>
      writeCount(one, () => counters.add(countedItemOf(one))),

    /** Counts a run that others may count too; `isSettled` returns whether it is settled by now. */
    addAgain: (one: CountedRun, isSettled: () => Promise<boolean>): Promise<boolean> =>
      writeCount(one, () => counters.addAgain(countedItemOf(one), isSettled)),

    /** Called when nobody will count this run any more. */
    markSettled: (one: CountedRun): void => counters.markSettled(countedItemOf(one)),

    /**
     * The counts of the days between two dates (`2026-09-01`), both included, and the failed runs
     * by bot: by hour, or one sum per day, which is given as that of its first hour.
     */
    between: (from: string, to: string, readAs: keyof typeof readers): Promise<Sums> =>
      readers[readAs](from, to),

    /** The number of runs in this state now; 1,000 means that many or more. */
    async countOpen(state: ExecutionState): Promise<number> {
      let count = 0;
      const question = { table: executionTable, index: 'by_state', partition: tenantId };
      const start = { limit: maxOpenCounted };
      for await (const _ of readEntries(deps.db, { ...question, prefix: `${state}#` }, start)) {
        count += 1;
        if (count === maxOpenCounted) break;
      }
      return count;
    },
  };
};
