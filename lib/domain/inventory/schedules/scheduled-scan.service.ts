import { isoTime } from '#lib/kernel/clock.ts';
import { derivedId } from '#lib/kernel/ids.ts';
import type { Log } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { integrationStore } from '../../integrations/integration.store.ts';
import type { Tick } from '../../schedules/schedule.schema.ts';
import { skippedScan } from '../scans/new-scan.rules.ts';
import { scanStore } from '../scans/scan.store.ts';
import { startScan, type StartScanDeps } from '../scans/start-scan.service.ts';
import { scanScheduleStore } from './scan-schedule.store.ts';

export type ScheduledScanDeps = StartScanDeps & { log: Log };

/** `ignored`: the schedule was deleted, or has changed since. */
export type ScanTickOutcome = 'started' | 'skipped' | 'ignored';

/**
 * Starts the scan of a tick, only once even if the tick is delivered repeatedly; skipped while
 * another scan of the integration is in progress. Deletes the schedule if its integration was
 * deleted.
 */
export const startScheduledScan =
  (deps: ScheduledScanDeps) =>
  async ({ tenant_id, id, cron_expression, tz_info, ...tick }: Tick): Promise<ScanTickOutcome> => {
    const schedules = scanScheduleStore(deps.db, tenant_id);
    const schedule = await schedules.get(id);
    const isUnchanged =
      schedule?.cron_expression === cron_expression && schedule.tz_info === tz_info;
    if (!schedule || !isUnchanged) return 'ignored';
    const { integration_id, integration_type, compliance_checks } = schedule;
    const integration = await integrationStore(deps.db, tenant_id).get(integration_id);
    if (!integration) {
      await schedules.delete(id);
      return 'ignored';
    }
    const at = isoTime(Math.floor(Date.parse(tick.scheduled_time) / 60_000) * 60_000);
    const start = {
      _id: derivedId('iex', Date.parse(at), id, at),
      integration_id,
      integration_type,
      alias: integration.alias,
      inventory_schedule_id: id,
      ...(compliance_checks.length > 0 && { compliance_checks }),
    };
    try {
      await startScan(deps, tenant_id, start);
      return 'started';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await scanStore(deps.db, tenant_id).create(skippedScan(start, deps.clock()));
      deps.log.warn('A scheduled scan was skipped: another one is under way.', { tenant_id });
      return 'skipped';
    }
  };
