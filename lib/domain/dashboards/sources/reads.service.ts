import type { Caller } from '#lib/kernel/caller.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { countedEvaluations } from '../../compliance/evaluations/counted.service.ts';
import type { ComplianceTotals } from '../../compliance/evaluations/evaluation.schema.ts';
import { allRules } from '../../compliance/own/all-rules.service.ts';
import { statisticsStore } from '../../executions/history/statistics.store.ts';
import type { InventoryDay } from '../../inventory/history/inventory-day.schema.ts';
import type { Snapshot } from '../../inventory/snapshots/snapshot.schema.ts';
import { snapshotStore } from '../../inventory/snapshots/snapshot.store.ts';
import type { Integration } from '../../integrations/integration.schema.ts';
import { type Buckets, bucketsOf, daysOf } from '../widgets/time-range.rules.ts';
import type { TimeRange } from '../widgets/time-range.schema.ts';
import { type OpenCounts, openStates } from './run-widgets.rules.ts';
import type { AwsFindings } from './aws-findings.schema.ts';
import { daysWithCarried } from './carried.service.ts';
import { scansStore } from './scans.store.ts';

export type SourceDeps = {
  db: Database;
  clock: Clock;
  files: Pick<Files, 'get'>;
  awsFindings: AwsFindings;
};

/** What the widgets of one page are made from; data that several of them need is read once. */
export type Reads = {
  deps: SourceDeps;
  caller: Caller;
  buckets: Buckets;
  runs: () => ReturnType<ReturnType<typeof statisticsStore>['between']>;
  openRuns: () => Promise<OpenCounts>;
  integrations: () => Promise<ReadonlyMap<string, Integration>>;
  snapshots: () => Promise<Snapshot[]>;
  inventoryDays: () => Promise<InventoryDay[]>;
  evaluations: () => ReturnType<typeof countedEvaluations>;
  complianceDays: () => Promise<ComplianceTotals[]>;
  rules: () => ReturnType<typeof allRules>;
};

const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let known: Promise<T> | undefined;
  return () => (known ??= read());
};

/** How many runs have not ended, by state. */
const openRuns = async (deps: SourceDeps, tenantId: string): Promise<OpenCounts> => {
  const store = statisticsStore(deps, tenantId);
  const counts = openStates.map(async (state) => [state, await store.countOpen(state)] as const);
  return Object.fromEntries(await Promise.all(counts)) as OpenCounts;
};

export const readsFor = (deps: SourceDeps, caller: Caller, range: TimeRange): Reads => {
  const { db, clock } = deps;
  const { tenant_id } = caller;
  const buckets = bucketsOf(range, clock());
  const days = daysOf(buckets);
  const scans = scansStore(db, tenant_id);
  const integrations = once(scans.integrations);
  const snapshots = once(async () => {
    const [there, all] = await Promise.all([integrations(), snapshotStore(db, tenant_id).known()]);
    return all.filter(({ _id }) => there.has(_id));
  });
  /** Accounts that still exist and have been scanned. */
  const scanned = once(async () => {
    const there = await integrations();
    return (await snapshots()).flatMap(({ _id, latest }) => (latest && there.get(_id)) ?? []);
  });
  return {
    deps,
    caller,
    buckets,
    integrations,
    runs: once(() => statisticsStore(deps, tenant_id).between(...days, buckets.interval)),
    openRuns: once(() => openRuns(deps, tenant_id)),
    snapshots,
    inventoryDays: once(() =>
      scans.history('inventory', days, () => daysWithCarried(scans.inventory, days, scanned)),
    ),
    evaluations: once(() =>
      countedEvaluations(deps, tenant_id, {}, { integrations, snapshots }),
    ),
    complianceDays: once(() =>
      scans.history('compliance', days, () => daysWithCarried(scans.compliance, days, scanned)),
    ),
    rules: once(() => allRules(db, tenant_id)),
  };
};
