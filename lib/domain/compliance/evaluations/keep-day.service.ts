import type { Database } from '#lib/kernel/database.ts';
import type { Scan } from '../../inventory/scans/scan.schema.ts';
import { complianceDayStore, evaluationStore, keptDays } from './evaluation.store.ts';

/** The history of a day is kept so long, in seconds. */
const kept = keptDays * 86_400;

/**
 * Keeps in the history what the rules came to at a scan that is shown; a later one of the same day
 * takes its place. Of a scan that nobody sees nothing enters the history.
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
      gone_at: Math.floor(Date.parse(created_at) / 1000) + kept,
    });
  };
