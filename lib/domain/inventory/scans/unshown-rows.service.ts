import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { removeRowsFrom } from '../snapshots/rows.service.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import { isScanOver } from './scan.rules.ts';
import { scanStore } from './scan.store.ts';

/** How many tables have their files deleted in parallel. */
const concurrency = 10;

/**
 * Deletes the files of a finished scan that are not shown, because the scan or an attempt at a
 * table was lost. Covers all its tables unless `tables` are given; each has at least `minFiles`
 * files to delete.
 */
export const removeUnshownRows = async (
  { db, files }: { db: Database; files: Pick<Files, 'get' | 'remove'> },
  [tenant_id, scan_id]: readonly [tenantId: string, scanId: string],
  tables?: readonly string[],
  minFiles = 0,
): Promise<void> => {
  const scan = await scanStore(db, tenant_id).get(scan_id);
  if (!scan || !isScanOver(scan.state)) return;
  const { integration_id, created_at: collected_at, results } = scan;
  const found = await snapshotStore(db, tenant_id).get(integration_id);
  const isShown = (table: string): boolean =>
    [found?.latest, found?.previous].some((one) => one?.tables[table]?.scan_id === scan_id);
  const all = new Set(tables ?? [...(scan.tables ?? []), ...Object.keys(results)]);
  const unshown = [...all].filter((table) => !isShown(table));
  await forEachInBatches(unshown, concurrency, (table) =>
    removeRowsFrom(files, { tenant_id, integration_id, scan_id, collected_at, table }, [
      0,
      minFiles,
    ]),
  );
};
