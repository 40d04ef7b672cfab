import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { Scan } from './scan.schema.ts';

/** The maximum duration of a scan (ms), after which it has failed. */
const maxScanDuration = 6 * 3600_000;

/** How long ended scans are listed (ms). */
const retentionMs = 180 * 24 * 3600_000;

/** The integration and cause of a scan; with an `_id` if one cause may be reported repeatedly. */
export type ScanStart = Pick<Scan, 'integration_id' | 'integration_type' | 'alias'> &
  Partial<Pick<Scan, '_id' | 'inventory_schedule_id' | 'started_by' | 'compliance_checks'>>;

/** The record of a scan that begins now (epoch ms). */
export const newScan = (start: ScanStart, now: number): Omit<Scan, 'tenant_id'> => ({
  _id: timedId('iex', now),
  ...start,
  state: 'IN_PROGRESS',
  results: {},
  not_started: {},
  created_at: isoTime(now),
  updated_at: isoTime(now),
  deadline_at: isoTime(now + maxScanDuration),
  open: 'open',
  gone_at: Math.floor((now + retentionMs) / 1000),
});

/** The record of a scheduled scan that was skipped, since another one was in progress. */
export const skippedScan = (start: ScanStart, now: number): Omit<Scan, 'tenant_id'> => {
  const { open: _, ...scan } = newScan(start, now);
  const cause = 'The scan did not start, because another scan of this integration was under way.';
  return { ...scan, state: 'FAILED', cause };
};
