import * as z from 'zod';
import { countedOnce } from '#lib/kernel/counted-once.ts';
import { type Database, getItem } from '#lib/kernel/database.ts';
import { subscriptionTable } from './subscription.table.ts';

/** Where the use of a month is kept: no subscription has an id like it. */
export const usageKey = (tenantId: string, month: string) => ({
  tenant_id: tenantId,
  _id: `use_${month}`,
});

const kept = z.object({ executions: z.number().int() });

/** What an organisation uses of its plan, an item a month (`2026-09`) beside its subscriptions. */
export const usageStore = (db: Database, tenantId: string) => {
  const counters = countedOnce(db, subscriptionTable);
  const counting = (month: string, id: string) => ({
    key: usageKey(tenantId, month),
    id,
    amounts: { executions: 1 },
  });

  return {
    executions: async (month: string): Promise<number> => {
      const item = await getItem(db, subscriptionTable, usageKey(tenantId, month));
      return item ? kept.parse(item).executions : 0;
    },

    /**
     * Counts the start of a run once, however often it is told; `isTold` says whether the run is
     * recorded by now. False where the limit is reached and it was not counted before.
     */
    count: (
      month: string,
      runId: string,
      { most, isTold }: { most: number; isTold: () => Promise<boolean> },
    ): Promise<boolean> =>
      counters.addAgain(counting(month, runId), isTold, { name: 'executions', most }),

    /** The run is recorded: its start is counted no more. */
    isSettled: (month: string, runId: string): void => counters.isSettled(counting(month, runId)),

    /** Takes back a start that came to no run. */
    giveBack: (month: string, runId: string): Promise<boolean> =>
      counters.takeBack(counting(month, runId)),
  };
};
