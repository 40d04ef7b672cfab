import * as z from 'zod';
import { addTo, type Database, getItem } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { subscriptionTable } from './subscription.table.ts';

/** The last few starts are remembered: one that is told again is not counted again. */
const remembered = 16;

const placeOf = (runId: string): string =>
  `seen${Number.parseInt(sha256(runId).slice(0, 8), 16) % remembered}`;

/** Where the use of a month is kept: no subscription has an id like it. */
export const usageKey = (tenantId: string, month: string) => ({
  tenant_id: tenantId,
  _id: `use_${month}`,
});

const kept = z.object({ executions: z.number().int() });

/** What an organisation uses of its plan, an item a month (`2026-09`) beside its subscriptions. */
export const usageStore = (db: Database, tenantId: string) => {
  const keyOf = (month: string) => usageKey(tenantId, month);

  const seen = (runId: string) => ({
    text: '#seen = :run',
    names: { '#seen': placeOf(runId) },
    values: { ':run': runId },
  });

  return {
    executions: async (month: string): Promise<number> => {
      const item = await getItem(db, subscriptionTable, keyOf(month));
      return item ? kept.parse(item).executions : 0;
    },

    /** Whether a start is among those that were counted last: a write that changes nothing. */
    has: (month: string, runId: string): Promise<boolean> =>
      addTo(db, subscriptionTable, keyOf(month), { executions: 0 }, { condition: seen(runId) }),

    /** Counts a start; false where it was counted, or where the limit is reached. */
    count: (month: string, runId: string, most: number): Promise<boolean> => {
      const place = placeOf(runId);
      const isNew = '(attribute_not_exists(#seen) OR #seen <> :run)';
      const fits = '(attribute_not_exists(#n) OR #n < :most)';
      return addTo(
        db,
        subscriptionTable,
        keyOf(month),
        { executions: 1 },
        {
          settings: [[[place], runId]],
          condition: {
            text: `${isNew} AND ${fits}`,
            names: { '#seen': place, '#n': 'executions' },
            values: { ':run': runId, ':most': most },
          },
        },
      );
    },

    /** Takes back a start that came to no run. */
    giveBack: (month: string, runId: string): Promise<boolean> =>
      addTo(
        db,
        subscriptionTable,
        keyOf(month),
        { executions: -1 },
        { settings: [[[placeOf(runId)], undefined]], condition: seen(runId) },
      ),
  };
};
