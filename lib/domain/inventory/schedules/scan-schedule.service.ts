import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { slicePage } from '#lib/kernel/lists.ts';
import { badRequest, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { containsText } from '#lib/kernel/text.ts';
import type { ScheduleWriter } from '#lib/ports/scheduler.ts';
import { hasAccountId } from '../../integrations/integration.rules.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import { nextRun } from '../../schedules/cron-walk.rules.ts';
import { readTimetable } from '../../schedules/timetable.rules.ts';
import type { inventoryRoutes } from '../inventory.routes.ts';
import {
  collectorInfoOf,
  collectorOf,
  type CollectorOffers,
  noCollectorText,
} from '../scans/collector.rules.ts';
import type { InventoryType } from '../inventoried-clouds.schema.ts';
import { findScannable, isScannable } from '../scans/scannable.service.ts';
import { snapshotStore } from '../snapshots/snapshot.store.ts';
import type { ScannedIntegration, ScanSchedule, ScanScheduleView } from './scan-schedule.schema.ts';
import { scanScheduleId, scanScheduleStore } from './scan-schedule.store.ts';
import { settleScanSchedule } from './settle-scan-schedule.service.ts';

export type ScanScheduleDeps = {
  db: Database;
  clock: Clock;
  scheduler: ScheduleWriter;
  /** The collectors that the operator has added. */
  offers: CollectorOffers;
  /** The names of the benchmarks for a type of integrations. */
  benchmarksOf: (type: InventoryType) => readonly string[];
};

const refuseUnknown = (checks: readonly string[], benchmarks: readonly string[]): void => {
  const unknown = checks.find((name) => !benchmarks.includes(name));
  if (unknown === undefined) return;
  const choices = benchmarks.join(', ');
  const message = `There is no benchmark "${unknown}" for this type. Choose from ${choices}.`;
  throw badRequest(message, { field: 'compliance_checks' });
};

/** The shortest interval between two scans of an integration (minutes), as on the page. */
const minInterval = 6 * 60;

const viewOf = (
  { tenant_id: _t, pending: _p, scheduled: _s, ...fields }: ScanSchedule,
  now: number,
): ScanScheduleView => ({ ...fields, run_at: isoTime(nextRun(readTimetable(fields), now)) });

/** The integrations that can be scanned, newest first, with schedules; only `account` if given. */
const listScannable = async (
  { db, clock, offers }: ScanScheduleDeps,
  { tenant_id }: Caller,
  account: string | undefined,
): Promise<ScannedIntegration[]> => {
  const schedules = new Map<string, ScanSchedule>();
  for await (const one of scanScheduleStore(db, tenant_id).all()) {
    schedules.set(one.integration_id, one);
  }
  const snapshots = snapshotStore(db, tenant_id);
  const shots = new Map<string, Pick<ScannedIntegration, 'collected_at' | 'scanning'>>();
  const now = clock();
  for await (const { _id, latest, scanning } of snapshots.all()) {
    const isUnderWay = scanning && scanning.until > isoTime(now);
    shots.set(_id, {
      ...(latest && { collected_at: latest.collected_at }),
      ...(isUnderWay && {
        scanning: { execution_id: scanning.scan_id, state: 'IN_PROGRESS' as const },
      }),
    });
  }
  const rows: ScannedIntegration[] = [];
  for await (const one of integrationStore(db, tenant_id).all()) {
    if (!isScannable(one) || !hasAccountId(one, account)) continue;
    const { _id: accountId, alias, cspName, integrationState, sample } = one;
    const schedule = schedules.get(accountId);
    rows.push({
      accountId,
      alias,
      cspName,
      integrationState,
      ...(sample !== undefined && { sample }),
      ...collectorInfoOf(one, offers),
      ...(schedule && { schedule: viewOf(schedule, now) }),
      ...shots.get(accountId),
    });
  }
  return rows;
};

type Calls = 'listInventorySchedules' | 'createInventorySchedule' | 'deleteInventorySchedule';

/** Calls about the schedules of scans. */
export const scanScheduleCalls = (
  deps: ScanScheduleDeps,
): Pick<Service<typeof inventoryRoutes>, Calls> => ({
  async listInventorySchedules(caller, { number_of_items, page_number, next, ...filter }) {
    const { integrationType, alias, accountId, status } = filter;
    const all = await listScannable(deps, caller, accountId);
    const values = all.filter(
      (one) =>
        (!integrationType || integrationType.includes(one.cspName)) &&
        containsText(one.alias, alias) &&
        (!status || (one.schedule ? 'enabled' : 'disabled') === status),
    );
    const request = { number_of_items, page_number, next };
    return slicePage(deps.db, { values, request, scope: [caller.tenant_id, filter] });
  },

  async createInventorySchedule({ tenant_id, user_id }, { integration_id, ...settings }) {
    const { db, clock } = deps;
    const found = await findScannable(db, tenant_id, integration_id);
    const { cspName: integration_type } = found;
    if (!collectorOf(found, deps.offers)) {
      throw badRequest(noCollectorText(found), { field: 'integration_id' });
    }
    refuseUnknown(settings.compliance_checks, deps.benchmarksOf(integration_type));
    const tooOftenText = 'An integration can be scanned every 6 hours at most.';
    readTimetable(settings, minInterval, tooOftenText);
    const now = clock();
    const schedule: Omit<ScanSchedule, 'tenant_id'> = {
      ...settings,
      _id: scanScheduleId(integration_id),
      integration_id,
      integration_type,
      pending: true,
      scheduled: 'scheduled',
      user_id,
      updated_at: isoTime(now),
    };
    await scanScheduleStore(db, tenant_id).put(schedule);
    await settleScanSchedule(deps, { tenant_id, id: schedule._id });
    return viewOf({ ...schedule, tenant_id }, now);
  },

  async deleteInventorySchedule({ tenant_id }, { schedule_id }) {
    const schedules = scanScheduleStore(deps.db, tenant_id);
    const found = await schedules.get(schedule_id);
    if (!found || !(await schedules.delete(schedule_id))) throw notFound('schedule');
    await settleScanSchedule(deps, { tenant_id, id: schedule_id });
    return { integration_id: found.integration_id };
  },
});
