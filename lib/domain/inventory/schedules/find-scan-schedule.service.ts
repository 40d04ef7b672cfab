import type { Database } from '#lib/kernel/database.ts';
import type { UsingScan } from '../../integrations/integration.schema.ts';
import { scanScheduleId, scanScheduleStore } from './scan-schedule.store.ts';

/** The scan schedule of an integration; undefined if it has none. */
export const findScanSchedule =
  (db: Database) =>
  async (tenantId: string, accountId: string): Promise<UsingScan | undefined> => {
    const found = await scanScheduleStore(db, tenantId).get(scanScheduleId(accountId));
    return found && { cron_expression: found.cron_expression, tz_info: found.tz_info };
  };
