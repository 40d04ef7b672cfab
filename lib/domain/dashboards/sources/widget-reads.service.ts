import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { evaluationsWithExceptions } from '../../compliance/evaluations/with-exceptions.service.ts';
import type { ComplianceTotals } from '../../compliance/evaluations/evaluation.schema.ts';
import { loadAllRules } from '../../compliance/own/all-rules.service.ts';
import { statisticsStore } from '../../executions/history/statistics.store.ts';
import type { InventoryDay } from '../../inventory/history/inventory-day.schema.ts';
import type { Snapshot } from '../../inventory/snapshots/snapshot.schema.ts';
import { snapshotStore } from '../../inventory/snapshots/snapshot.store.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { type Buckets, bucketsOf, daysOf } from '../widgets/time-range.rules.ts';
import type { TimeRange } from '../widgets/time-range.schema.ts';
import { type OpenCounts, openStates } from './run-widgets.rules.ts';
import type { AwsFindings } from './aws-findings.schema.ts';
import { readDaysCarriedForward } from './carried-days.service.ts';
import { scansStore } from './scans.store.ts';

export type SourceDeps = {
  db: Database;
  clock: Clock;
  files: Pick<Files, 'get'>;
  awsFindings: AwsFindings;
};

/** What the widgets of one page are made from; data that several of them need is read once. */
export type WidgetReads = {
  deps: SourceDeps;
  caller: Caller;
  buckets: Buckets;
  runs: () => ReturnType<ReturnType<typeof statisticsStore>['between']>;
  openRuns: () => Promise<OpenCounts>;
  integrations: () => Promise<ReadonlyMap<string, Integration>>;
  snapshots: () => Promise<Snapshot[]>;
  inventoryDays: () => Promise<InventoryDay[]>;
  evaluations: () => ReturnType<typeof evaluationsWithExceptions>;
  complianceDays: () => Promise<ComplianceTotals[]>;
  rules: () => ReturnType<typeof loadAllRules>;
};

const memoize = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let cached: Promise<T> | undefined;
  return () => (cached ??= read());
};

/** How many runs have not ended, by state. */
const countOpenRuns = async (deps: SourceDeps, tenantId: string): Promise<OpenCounts> => {
  const store = statisticsStore(deps, tenantId);
  const counts = openStates.map(async (state) => [state, await store.countOpen(state)] as const);
  return Object.fromEntries(await Promise.all(counts)) as OpenCounts;
};

export const openWidgetReads = (
  deps: SourceDeps,
  caller: Caller,
  range: TimeRange,
): WidgetReads => {
  const { db, clock } = deps;
  const { tenant_id } = caller;
  const buckets = bucketsOf(range, clock());
  const days = daysOf(buckets);
  const scans = scansStore(db, tenant_id);
  const integrations = memoize(scans.integrations);
  const snapshots = memoize(async () => {
    const [existing, all] = await Promise.all([
      integrations(),
      snapshotStore(db, tenant_id).known(),
    ]);
    return all.filter(({ _id }) => existing.has(_id));
  });
  /** Accounts that still exist and have been scanned. */
  const scanned = memoize(async () => {
    const existing = await integrations();
    return (await snapshots()).flatMap(({ _id, latest }) => (latest && existing.get(_id)) ?? []);
  });
  return {
    deps,
    caller,
    buckets,
    integrations,
    runs: memoize(() => statisticsStore(deps, tenant_id).between(...days, buckets.interval)),
    openRuns: memoize(() => countOpenRuns(deps, tenant_id)),
    snapshots,
    inventoryDays: memoize(() =>
      scans.history('inventory', days, () =>
        readDaysCarriedForward(scans.inventory, days, scanned),
      ),
    ),
    evaluations: memoize(() =>
      evaluationsWithExceptions(deps, tenant_id, {}, { integrations, snapshots }),
    ),
    complianceDays: memoize(() =>
      scans.history('compliance', days, () =>
        readDaysCarriedForward(scans.compliance, days, scanned),
      ),
    ),
    rules: memoize(() => loadAllRules(db, tenant_id)),
  };
};
