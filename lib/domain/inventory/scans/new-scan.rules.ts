import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { Scan } from './scan.schema.ts';

/** A scan that takes longer has failed (ms). */
const longestScan = 6 * 3600_000;

/** Ended scans are listed so long (ms). */
const kept = 180 * 24 * 3600_000;

/** What a scan is of, and what began it; its id where the same cause may be told twice. */
export type ScanStart = Pick<Scan, 'integration_id' | 'integration_type' | 'alias'> &
  Partial<Pick<Scan, '_id' | 'inventory_schedule_id' | 'started_by' | 'compliance_checks'>>;

/** A scan that begins now (ms). */
export const newScan = (start: ScanStart, now: number): Omit<Scan, 'tenant_id'> => ({
  _id: timedId('iex', now),
  ...start,
  state: 'IN_PROGRESS',
  results: {},
  not_started: {},
  created_at: isoTime(now),
  updated_at: isoTime(now),
  deadline_at: isoTime(now + longestScan),
  open: 'open',
  gone_at: Math.floor((now + kept) / 1000),
});

/** A scan that did not begin, as another one of its integration was under way: people find it. */
export const skippedScan = (start: ScanStart, now: number): Omit<Scan, 'tenant_id'> => {
  const { open: _, ...made } = newScan(start, now);
  const cause = 'It did not begin: another scan of this integration was under way.';
  return { ...made, state: 'FAILED', cause };
};
