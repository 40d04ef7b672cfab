import { countedOnce, type Counting } from '#lib/kernel/counted-once.ts';
import { readEntries } from '#lib/kernel/database.ts';
import type { ExecutionState } from '../execution.schema.ts';
import { executionTable, runStatisticsTable } from '../execution.table.ts';
import {
  addFailed,
  amountsOf,
  type Counted,
  countsOf,
  failedIn,
  type FailedByBot,
  kindKey,
  readHours,
} from './counter.rules.ts';
import { type Counters, daySums } from './day-sums.store.ts';
import { type HourCount, mostOpen } from './statistics.rules.ts';

/** What the runs of some days came to, and how many of each bot failed. */
type Sums = { hours: HourCount[]; failed: FailedByBot };

/** What the runs of an organisation that ended came to, by hour and kind. */
export const statisticsStore = (deps: Counters, tenantId: string) => {
  const counting = (one: Counted): Counting => ({
    id: one._id,
    key: {
      tenant_id: tenantId,
      kind: kindKey(one.ended_at.slice(0, 10), one.kind, one.bot_id),
    },
    amounts: amountsOf(one),
  });
  const counters = countedOnce(deps.db, runStatisticsTable);
  const sums = daySums(deps, tenantId);

  /** Writes a count, and then what is kept of its day goes, also where it was counted before. */
  const writing = async (one: Counted, write: () => Promise<boolean>): Promise<boolean> => {
    const isCounted = await write();
    await sums.changed(one.ended_at.slice(0, 10));
    return isCounted;
  };

  const readers = {
    async hour(from: string, to: string): Promise<Sums> {
      const read: Sums = { hours: [], failed: new Map() };
      for await (const item of sums.items(from, to)) {
        read.hours.push(...readHours(item));
        addFailed(read.failed, failedIn(item));
      }
      return read;
    },

    async day(from: string, to: string): Promise<Sums> {
      const read: Sums = { hours: [], failed: new Map() };
      for (const [day, sum] of await sums.read(from, to)) {
        read.hours.push(...countsOf(day, sum));
        addFailed(read.failed, Object.entries(sum.failed));
      }
      return read;
    },
  };

  return {
    /** Counts a run; for whoever alone can tell of its end. */
    add: (one: Counted): Promise<boolean> => writing(one, () => counters.add(counting(one))),

    /** Counts one of which others tell, too; `isTold` says whether it was settled by now. */
    addAgain: (one: Counted, isTold: () => Promise<boolean>): Promise<boolean> =>
      writing(one, () => counters.addAgain(counting(one), isTold)),

    /** Nobody tells of this run any more. */
    isSettled: (one: Counted): void => counters.isSettled(counting(one)),

    /**
     * The counts of the days between two dates (`2026-09-01`), both included, and the failed runs
     * by bot: hour by hour, or with one sum a day, told as its first hour.
     */
    between: (from: string, to: string, readAs: keyof typeof readers): Promise<Sums> =>
      readers[readAs](from, to),

    /** How many runs are in this state now; 1,000 means that many or more. */
    async countOpen(state: ExecutionState): Promise<number> {
      let count = 0;
      const question = { table: executionTable, index: 'by_state', partition: tenantId };
      const start = { limit: mostOpen };
      for await (const _ of readEntries(deps.db, { ...question, prefix: `${state}#` }, start)) {
        count += 1;
        if (count === mostOpen) break;
      }
      return count;
    },
  };
};
