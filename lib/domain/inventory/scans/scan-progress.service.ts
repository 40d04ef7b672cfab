import * as z from 'zod';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Collector } from '#lib/ports/collector.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import { removeUnshownRows } from './unshown-rows.service.ts';
import { scanViewOf } from './scan.rules.ts';
import type { Scan } from './scan.schema.ts';
import { scanStore } from './scan.store.ts';

export type ScanDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  files: Files;
  realtime: Realtime;
  /** The collector of an integration; undefined if there is none. */
  collectorFor: (integration: Integration) => Collector | undefined;
};

/** The input of each step of the state machine. */
export const scanRef = z.object({ tenant_id: z.string(), scan_id: z.string() });
export const tableRef = scanRef.extend({ table: z.string() });

/** Sends the progress of a scan to open pages. */
export const publishScanProgress = async (
  { db, realtime }: Pick<ScanDeps, 'db' | 'realtime'>,
  tenantId: string,
  scanId: string,
): Promise<void> => {
  const found = await scanStore(db, tenantId).get(scanId);
  if (!found) return;
  const { _id: execution_id, state, progress } = scanViewOf(found);
  const frame = { execution_id, state, ...progress };
  await realtime.push(tenantId, 'inventory_execution_updated', frame);
};

/** The scan if it is to continue, with its integration unless that was deleted. */
export const findOngoingScan = async (
  { db }: Pick<ScanDeps, 'db'>,
  tenantId: string,
  scanId: string,
) => {
  const scan = await scanStore(db, tenantId).get(scanId);
  if (scan?.state !== 'IN_PROGRESS' || scan.cancelled_by !== undefined) return undefined;
  const integration = await integrationStore(db, tenantId).get(scan.integration_id);
  return { scan, integration };
};

const lostTableText = 'The work on this table was lost because of an internal error. Scan again.';

/**
 * The scan after collection has ended: tables without a result, because their process was lost, are
 * marked as failed. Tables that a cancelled scan did not reach have no result.
 */
export const failLostTables = async (
  { db, clock, log }: Pick<ScanDeps, 'db' | 'clock' | 'log'>,
  scan: Scan,
): Promise<Scan> => {
  const { tenant_id, _id: scan_id, tables = [], results, cancelled_by } = scan;
  const missing = tables.filter((table) => !results[table]);
  if (cancelled_by !== undefined || missing.length === 0) return scan;
  const at = isoTime(clock());
  const times = { started_at: at, ended_at: at };
  const emptyResult = { state: 'failed', rows: 0, chunks: 0 } as const;
  const scans = scanStore(db, tenant_id);
  for (const table of missing) {
    log.error('A table of a scan was lost.', { tenant_id, scan_id, table });
    await scans.endTable(scan_id, table, { ...emptyResult, ...times, problems: [lostTableText] });
  }
  return (await scans.get(scan_id)) ?? scan;
};

type FailDeps = Pick<ScanDeps, 'db' | 'clock' | 'realtime'>;
type FailingScan = Pick<Scan, 'tenant_id' | '_id' | 'integration_id'>;

/**
 * Marks a scan as failed, unless it is over, before any table was read: another scan may begin, and
 * the earlier results are still shown. Returns whether it changed the record.
 */
export const failBeforeReading = async (
  deps: FailDeps,
  { tenant_id, _id, integration_id }: FailingScan,
  cause: string,
): Promise<boolean> => {
  const end = { state: 'FAILED' as const, cause, updated_at: isoTime(deps.clock()) };
  const ended = await scanStore(deps.db, tenant_id).end(_id, end);
  await snapshotStore(deps.db, tenant_id).leave(integration_id, _id);
  if (ended) await publishScanProgress(deps, tenant_id, _id);
  return ended;
};

/** Marks a scan as failed at any time, and deletes the rows that it has written. */
export const failScan = async (
  deps: FailDeps & Pick<ScanDeps, 'files'>,
  scan: FailingScan,
  cause: string,
): Promise<boolean> => {
  const ended = await failBeforeReading(deps, scan, cause);
  await removeUnshownRows(deps, [scan.tenant_id, scan._id]);
  return ended;
};
