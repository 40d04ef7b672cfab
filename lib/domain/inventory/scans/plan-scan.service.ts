import { isoTime } from '#lib/kernel/clock.ts';
import { CannotCollect } from '#lib/ports/collector.ts';
import { nobodyReads } from './collector.rules.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import {
  failUnread,
  type ScanDeps,
  scanGoingOn,
  scanNamed,
  tellScan,
} from './scan-progress.service.ts';
import { scanStore } from './scan.store.ts';

const gone = 'The integration was deleted.';

/** Determines which tables a scan reads. */
export const planScan =
  (deps: Omit<ScanDeps, 'files'>) =>
  async (event: unknown): Promise<{ tables: readonly string[] }> => {
    const { tenant_id, scan_id } = scanNamed.parse(event);
    const { db, clock } = deps;
    const found = await scanGoingOn(deps, tenant_id, scan_id);
    if (!found) return { tables: [] };
    const { scan, integration } = found;
    const { integration_id, integration_type, deadline_at } = scan;
    const place = { scan_id, until: deadline_at };
    const now = isoTime(clock());
    if (!(await snapshotStore(db, tenant_id).take(integration_id, integration_type, place, now))) {
      await failUnread(deps, scan, 'Another scan of this integration started before this one.');
      return { tables: [] };
    }
    const collector = integration && deps.collectorFor(integration);
    try {
      if (!collector) throw new CannotCollect(integration ? nobodyReads(integration) : gone);
      const tables = await collector.tables(integration);
      await scanStore(db, tenant_id).plan(scan_id, tables, isoTime(clock()));
      await tellScan(deps, tenant_id, scan_id);
      return { tables };
    } catch (error) {
      if (!(error instanceof CannotCollect)) throw error;
      await failUnread(deps, scan, error.message);
      return { tables: [] };
    }
  };
