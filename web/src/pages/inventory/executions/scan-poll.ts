import { isScanOver } from '#lib/domain/inventory/scans/scan.rules.ts';
import type { ScanView } from '#lib/domain/inventory/scans/scan.schema.ts';

/** Milliseconds between polls of a scan in progress. */
const pollEvery = 30_000;

/**
 * The bots that a scan could not start are reported after its end: polled for this time, with this
 * interval (ms).
 */
const reportWindow = 60_000;
const reportPollEvery = 10_000;

/** The poll interval of a shown scan (ms); false if nothing more happens to it. */
export const pollIntervalOf = (
  scan: Pick<ScanView, 'state' | 'updated_at'> | undefined,
  now: number,
): number | false => {
  if (!scan || !isScanOver(scan.state)) return pollEvery;
  return now - Date.parse(scan.updated_at) < reportWindow ? reportPollEvery : false;
};
