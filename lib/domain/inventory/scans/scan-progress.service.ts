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
import { scanViewOf } from './scan.rules.ts';
import type { Scan } from './scan.schema.ts';
import { scanStore } from './scan.store.ts';

export type ScanDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  files: Files;
  realtime: Realtime;
  /** The collector that serves an integration; undefined where none does. */
  collectorFor: (integration: Integration) => Collector | undefined;
};

/** What each step of the machine is told. */
export const scanNamed = z.object({ tenant_id: z.string(), scan_id: z.string() });
export const tableNamed = scanNamed.extend({ table: z.string() });

/** Tells open pages how far a scan is. */
export const tellScan = async (
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

/** The scan while it is to go on, with its integration unless that was deleted. */
export const scanGoingOn = async (
  { db }: Pick<ScanDeps, 'db'>,
  tenantId: string,
  scanId: string,
) => {
  const scan = await scanStore(db, tenantId).get(scanId);
  if (scan?.state !== 'IN_PROGRESS' || scan.cancelled_by !== undefined) return undefined;
  const integration = await integrationStore(db, tenantId).get(scan.integration_id);
  return { scan, integration };
};

/**
 * Ends a scan without success, where it is not over: its place is free, and what was shown before
 * it still is. Answers whether it did.
 */
export const failScan = async (
  deps: Pick<ScanDeps, 'db' | 'clock' | 'realtime'>,
  { tenant_id, _id, integration_id }: Pick<Scan, 'tenant_id' | '_id' | 'integration_id'>,
  cause: string,
): Promise<boolean> => {
  const end = { state: 'FAILED' as const, cause, updated_at: isoTime(deps.clock()) };
  const ended = await scanStore(deps.db, tenant_id).end(_id, end);
  await snapshotStore(deps.db, tenant_id).leave(integration_id, _id);
  if (ended) await tellScan(deps, tenant_id, _id);
  return ended;
};
