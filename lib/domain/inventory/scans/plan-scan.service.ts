import { isoTime } from '#lib/kernel/clock.ts';
import { CannotCollect } from '#lib/ports/collector.ts';
import { noCollectorText } from './collector.rules.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import {
  failBeforeReading,
  findOngoingScan,
  publishScanProgress,
  type ScanDeps,
  scanRef,
} from './scan-progress.service.ts';
import { scanStore } from './scan.store.ts';

const deletedText = 'The integration was deleted.';

/** Determines which tables a scan reads. */
export const planScan =
  (deps: Omit<ScanDeps, 'files'>) =>
  async (event: unknown): Promise<{ tables: readonly string[] }> => {
    const { tenant_id, scan_id } = scanRef.parse(event);
    const { db, clock } = deps;
    const found = await findOngoingScan(deps, tenant_id, scan_id);
    if (!found) return { tables: [] };
    const { scan, integration } = found;
    const { integration_id, integration_type, deadline_at } = scan;
    const claim = { scan_id, until: deadline_at };
    const now = isoTime(clock());
    if (!(await snapshotStore(db, tenant_id).take(integration_id, integration_type, claim, now))) {
      await failBeforeReading(
        deps,
        scan,
        'Another scan of this integration started before this one.',
      );
      return { tables: [] };
    }
    const collector = integration && deps.collectorFor(integration);
    try {
      if (!collector)
        throw new CannotCollect(integration ? noCollectorText(integration) : deletedText);
      const tables = await collector.tables(integration);
      await scanStore(db, tenant_id).plan(scan_id, tables, isoTime(clock()));
      await publishScanProgress(deps, tenant_id, scan_id);
      return { tables };
    } catch (error) {
      if (!(error instanceof CannotCollect)) throw error;
      await failBeforeReading(deps, scan, error.message);
      return { tables: [] };
    }
  };
