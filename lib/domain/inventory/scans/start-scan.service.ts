import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import { newScan, type ScanStart } from './new-scan.rules.ts';
import type { Scan } from './scan.schema.ts';
import { listOpenScans, scanStore } from './scan.store.ts';
import { findingFacts } from './finding-changes.rules.ts';

export type StartScanDeps = { db: Database; clock: Clock; scanner: Pick<Runner, 'start'> };

/** How long (ms) a scan has to begin; then its place is free, and the sweep starts it again. */
const startTimeout = 2 * 60_000;

const startMachine = async (
  { scanner }: Pick<StartScanDeps, 'scanner'>,
  { tenant_id, _id: scan_id }: Pick<Scan, 'tenant_id' | '_id'>,
): Promise<void> => {
  await scanner.start(scan_id, { tenant_id, scan_id });
};

/**
 * Begins a scan of an integration; with the id of an existing scan, returns that one. Throws 409
 * while another scan of the integration is in progress.
 */
export const startScan = async (
  deps: StartScanDeps,
  tenant_id: string,
  start: ScanStart,
): Promise<Omit<Scan, 'tenant_id'>> => {
  const { db, clock } = deps;
  const existing =
    start._id === undefined ? undefined : await scanStore(db, tenant_id).get(start._id);
  if (existing) return existing;
  const now = clock();
  const scan = newScan(start, now);
  const claim = { scan_id: scan._id, until: isoTime(now + startTimeout) };
  const { integration_id, integration_type, alias } = scan;
  const snapshots = snapshotStore(db, tenant_id);
  if (!(await snapshots.take(integration_id, integration_type, claim, isoTime(now)))) {
    throw new Refusal(409, `A scan of "${alias}" is under way. Wait until it ends, or cancel it.`);
  }
  await scanStore(db, tenant_id).create(scan);
  await startMachine(deps, { tenant_id, _id: scan._id });
  return scan;
};

export type ScanSweepDeps = StartScanDeps & {
  bus: Bus;
  /** Ends a scan that is past its deadline, with the reason. */
  fail: (scan: Scan, cause: string) => Promise<unknown>;
};

/** Publishes changes of findings again if they were not handled long after the scan ended. */
const republishForgotten = async ({ db, bus }: ScanSweepDeps, before: string): Promise<void> => {
  for await (const scan of listOpenScans(db, 'untold')) {
    if (scan.updated_at > before) continue;
    const facts = findingFacts(scan);
    if (facts.length > 0) await bus.publish(facts);
    else await scanStore(db, scan.tenant_id).allTold(scan._id);
  }
};

/**
 * Recovers scans after failures: starts a scan whose process died before its state machine began,
 * fails one that is past its deadline, and reports findings again.
 */
export const sweepScans = (deps: ScanSweepDeps) => async (): Promise<void> => {
  const now = deps.clock();
  for await (const scan of listOpenScans(deps.db)) {
    if (scan.deadline_at <= isoTime(now)) {
      await deps.fail(scan, `The scan did not end before its deadline, ${scan.deadline_at}.`);
    } else if (!scan.tables && scan.created_at <= isoTime(now - startTimeout)) {
      await startMachine(deps, scan);
    }
  }
  await republishForgotten(deps, isoTime(now - startTimeout));
};
