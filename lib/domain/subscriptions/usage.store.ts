import * as z from 'zod';
import { idempotentCounter } from '#lib/kernel/idempotent-counter.ts';
import { type Database, getItem } from '#lib/kernel/database.ts';
import { subscriptionTable } from './subscription.table.ts';

/** The key of a month's usage; no subscription has an id of this form. */
export const usageKey = (tenantId: string, month: string) => ({
  tenant_id: tenantId,
  _id: `use_${month}`,
});

const usageCounts = z.object({ executions: z.number().int() });

/** An organisation's plan usage, one item a month (`2026-09`), stored with its subscriptions. */
export const usageStore = (db: Database, tenantId: string) => {
  const counters = idempotentCounter(db, subscriptionTable);
  const countedItemOf = (month: string, id: string) => ({
    key: usageKey(tenantId, month),
    id,
    amounts: { executions: 1 },
  });

  return {
    executions: async (month: string): Promise<number> => {
      const item = await getItem(db, subscriptionTable, usageKey(tenantId, month));
      return item ? usageCounts.parse(item).executions : 0;
    },

    /**
     * Counts the start of a run once, even if repeated; `isSettled` returns whether the run is
     * recorded by now. Returns false if the limit is reached and the start was not counted before.
     */
    count: (
      month: string,
      runId: string,
      { max, isSettled }: { max: number; isSettled: () => Promise<boolean> },
    ): Promise<boolean> =>
      counters.addAgain(countedItemOf(month, runId), isSettled, { name: 'executions', max }),

    /** Called when the run is recorded: its start is not counted again. */
    markSettled: (month: string, runId: string): void =>
      counters.markSettled(countedItemOf(month, runId)),

    /** Takes back a start from which no run came. */
    giveBack: (month: string, runId: string): Promise<boolean> =>
      counters.takeBack(countedItemOf(month, runId)),
  };
};
