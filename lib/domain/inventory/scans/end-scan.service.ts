import * as z from 'zod';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Bus } from '#lib/ports/bus.ts';
import { inventoryDayStore } from '../history/inventory-day.store.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { removeRows } from '../snapshots/rows.service.ts';
import { contentsAfter, type ObsoleteTable, obsoleteTables } from '../snapshots/snapshot.rules.ts';
import type { Snapshot, SnapshotContents } from '../snapshots/snapshot.schema.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import {
  failLostTables,
  failScan,
  publishScanProgress,
  type ScanDeps,
  scanRef,
} from './scan-progress.service.ts';
import { removeUnshownRows } from './unshown-rows.service.ts';
import { hasReadAnyTable } from './scan.rules.ts';
import type { Scan } from './scan.schema.ts';
import { scanStore } from './scan.store.ts';
import { findingFacts } from './finding-changes.rules.ts';

const endOf = ({ cancelled_by, tables = [], results }: Scan, hasPlace: boolean) => {
  if (cancelled_by !== undefined) {
    const cause = `Cancelled by ${cancelled_by}. The resources collected until then are kept.`;
    return { state: 'FAILED', cause } as const;
  }
  const tablesRead = tables.filter((table) => results[table] && results[table].state !== 'failed');
  if (tables.length > 0 && tablesRead.length === 0) {
    const first = Object.values(results).flatMap(({ problems }) => problems)[0];
    const cause = `No table could be read. ${first ?? ''}`.trimEnd();
    return { state: 'FAILED', cause } as const;
  }
  if (hasPlace) return { state: 'SUCCEEDED' } as const;
  const cause = 'The integration was deleted while it was scanned. Nothing of the scan is kept.';
  return { state: 'FAILED', cause } as const;
};

type PublishDeps = Pick<ScanDeps, 'db' | 'clock' | 'files' | 'realtime' | 'log'> & {
  bus: Bus;
  /** Deletes all scan data of an integration. */
  forgetScans: (tenantId: string, integrationId: string) => Promise<void>;
  /** Stores the results of the rules in the history. */
  keepComplianceDay: (scan: Scan) => Promise<void>;
};

/** Deletes the files of rows that are no longer shown. */
const removeObsoleteRows = async (
  { files }: Pick<ScanDeps, 'files'>,
  { tenant_id, integration_id }: Scan,
  unread: readonly ObsoleteTable[],
): Promise<void> => {
  for (const { table, chunks, ...at } of unread) {
    await removeRows(files, { ...at, tenant_id, integration_id, table }, chunks);
  }
};

/** Stores the history of the day, after the scan was published. */
const keepDay = async (
  { db, keepComplianceDay }: PublishDeps,
  scan: Scan,
  contents: SnapshotContents,
): Promise<void> => {
  await inventoryDayStore(db, scan.tenant_id).put(scan, contents);
  await keepComplianceDay(scan);
};

/**
 * Publishes the results of a scan in place of earlier ones. Returns false if the scan is no longer
 * the current one, as when its integration was deleted: then its files are deleted.
 */
const publish = async (
  deps: PublishDeps,
  scan: Scan,
  snapshot: Snapshot | undefined,
): Promise<boolean> => {
  const latest = contentsAfter(scan, snapshot?.latest);
  const snapshots = snapshotStore(deps.db, scan.tenant_id);
  const isPublished = await snapshots.publish(scan.integration_id, latest, snapshot?.latest);
  const retained = isPublished ? [latest, snapshot?.latest] : [];
  const unread = [contentsAfter(scan), isPublished ? snapshot?.previous : undefined].flatMap(
    (contents) => obsoleteTables(contents, retained),
  );
  await removeObsoleteRows(deps, scan, unread);
  if (isPublished && hasReadAnyTable(scan)) await keepDay(deps, scan, latest);
  return isPublished;
};

const uncheckedScan = scanRef.extend({
  /** Set if the evaluation of the rules has failed. */
  unchecked: z.boolean().optional(),
});

/** What people read if the rules could not be evaluated: the reason, and what is shown instead. */
const uncheckedText = async (
  db: PublishDeps['db'],
  { tenant_id }: Scan,
  shownScanId: string | undefined,
): Promise<string> => {
  const text = 'The rules could not be checked because of an internal error. Scan again.';
  if (shownScanId === undefined) return `${text} There are no findings of an earlier scan.`;
  const began = (await scanStore(db, tenant_id).get(shownScanId))?.created_at;
  const scanText = began && `scan of ${began.slice(0, 10)}, ${began.slice(11, 16)} UTC`;
  return `${text} The findings of the ${scanText ?? 'previous scan'} are shown.`;
};

/**
 * Publishes the collected tables in one write, and ends the scan. The changes that bots must be
 * notified of are stored with its end (`untold`), so that telling them can be retried.
 */
export const publishScan =
  (deps: PublishDeps) =>
  async (event: unknown): Promise<Record<string, never>> => {
    const { tenant_id, scan_id, unchecked } = uncheckedScan.parse(event);
    const { db, clock } = deps;
    const scans = scanStore(db, tenant_id);
    const found = await scans.get(scan_id);
    if (found?.state !== 'IN_PROGRESS') return {};
    const scan = await failLostTables(deps, found);
    const { integration_id } = scan;
    const snapshots = snapshotStore(db, tenant_id);
    const snapshot = await snapshots.get(integration_id);
    let hasPlace = snapshot?.latest?.scan_id === scan_id;
    // An earlier attempt may have published the scan and then died.
    if (hasPlace && snapshot?.latest) {
      if (hasReadAnyTable(scan)) await keepDay(deps, scan, snapshot.latest);
    } else if (
      hasReadAnyTable(scan) ||
      (snapshot?.latest && Object.keys(scan.results).length > 0)
    ) {
      hasPlace = await publish(deps, scan, snapshot);
    } else hasPlace = await snapshots.leave(integration_id, scan_id);
    // The integration may have been deleted while the scan was written.
    const integration = await integrationStore(db, tenant_id).get(integration_id);
    if (!integration) await deps.forgetScans(tenant_id, integration_id);
    hasPlace &&= integration !== undefined;
    const updated_at = isoTime(clock());
    const untold = hasPlace ? scan.untold : undefined;
    const isUnchecked = unchecked && !scan.evaluator_result && scan.cancelled_by === undefined;
    const shownScanId = snapshot?.latest?.evaluated;
    const isEnded = await scans.end(scan_id, {
      ...endOf(scan, hasPlace),
      ...(isUnchecked && { rules_problem: await uncheckedText(db, scan, shownScanId) }),
      untold,
      updated_at,
    });
    // For these tables, a process may have written rows without storing a result.
    const { tables = [], results } = found;
    const lost = tables.filter((table) => !results[table]);
    await removeUnshownRows(deps, [tenant_id, scan_id], lost);
    const facts = isEnded ? findingFacts({ tenant_id, _id: scan_id, untold }) : [];
    await Promise.allSettled([
      ...(facts.length > 0 ? [deps.bus.publish(facts)] : []),
      publishScanProgress(deps, tenant_id, scan_id),
    ]);
    return {};
  };

const lostScanInput = scanRef.extend({
  error: z.string().optional(),
  cause: z.string().optional(),
});

const lostText = 'The scan could not continue because of an internal error. Scan again.';

export type LostScanDeps = Pick<ScanDeps, 'db' | 'clock' | 'realtime' | 'log' | 'files'>;

const failLostScan = async (
  deps: LostScanDeps,
  { tenant_id, scan_id, ...details }: z.infer<typeof lostScanInput>,
) => {
  const scan = await scanStore(deps.db, tenant_id).get(scan_id);
  if (!scan || !(await failScan(deps, scan, lostText))) return false;
  deps.log.error('A scan was lost.', { tenant_id, scan_id, ...details });
  return true;
};

/** Ends a scan whose state machine failed. */
export const endLostScan =
  (deps: LostScanDeps) =>
  async (event: unknown): Promise<Record<string, never>> => {
    await failLostScan(deps, lostScanInput.parse(event));
    return {};
  };

/**
 * Ends the record of a scan whose state machine ended or was stopped. Usually its last step has
 * already done so, and this changes nothing. Returns whether it changed the record.
 */
export const closeStoppedScan =
  (deps: LostScanDeps) =>
  async ({ input }: { input: unknown }): Promise<boolean> => {
    const ref = scanRef.safeParse(input).data;
    return ref ? failLostScan(deps, ref) : false;
  };
