import type { Database } from '#lib/kernel/database.ts';
import { cacheUntilWritten } from '#lib/kernel/cache-until-written.ts';
import { complianceTotalsStore } from '../../compliance/evaluations/evaluation.store.ts';
import { complianceDayTable } from '../../compliance/evaluations/evaluation.table.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { integrationTable } from '../../integrations/integration.table.ts';
import { inventoryDayStore } from '../../inventory/history/inventory-day.store.ts';
import { inventoryDayTable } from '../../inventory/history/inventory-day.table.ts';
import { snapshotTable } from '../../inventory/snapshots/snapshot.table.ts';

const dayTables = { inventory: inventoryDayTable, compliance: complianceDayTable };

/** Accounts and scans, cached where possible until one of the tables is written. */
export const scansStore = (db: Database, tenantId: string) => ({
  integrations: (): Promise<ReadonlyMap<string, Integration>> =>
    cacheUntilWritten(db, [integrationTable], `integrations of ${tenantId}`, async () => {
      const found = new Map<string, Integration>();
      for await (const one of integrationStore(db, tenantId).all()) found.set(one._id, one);
      return found;
    }),

  inventory: inventoryDayStore(db, tenantId),
  compliance: complianceTotalsStore(db, tenantId),

  /** Caches what `read` makes of the days of a range, of accounts and of their snapshots. */
  history: <T>(
    of: keyof typeof dayTables,
    days: readonly [from: string, to: string],
    read: () => Promise<T>,
  ): Promise<T> => {
    const tables = [dayTables[of], integrationTable, snapshotTable];
    return cacheUntilWritten(db, tables, `${of} of ${tenantId} from ${days.join(' to ')}`, read);
  },
});
