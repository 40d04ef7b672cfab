import type { Database } from '#lib/kernel/database.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import { complianceDayStore, evaluationStore, historyRetentionDays } from './evaluation.store.ts';

/** How long the history of a day is kept (seconds). */
const retentionSeconds = historyRetentionDays * 86_400;

/**
 * Stores the results of a published scan in the history; a later scan of the same day replaces
 * them. Scans that were never published do not enter the history.
 */
export const keepComplianceDay =
  ({ db }: { db: Database }) =>
  async ({ tenant_id, integration_id, integration_type, created_at, _id }: Scan): Promise<void> => {
    const found = await evaluationStore(db, tenant_id).get(integration_id, _id);
    if (!found?.history) return;
    await complianceDayStore(db, tenant_id).put({
      ...found.history,
      integration_id,
      integration_type,
      scan_id: _id,
      day: created_at.slice(0, 10),
      gone_at: Math.floor(Date.parse(created_at) / 1000) + retentionSeconds,
    });
  };
