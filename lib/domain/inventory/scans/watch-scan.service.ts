import { findOngoingScan, type ScanDeps } from './scan-progress.service.ts';

/** The interval (ms) at which work on a scan checks whether it was cancelled. */
export const defaultPollMs = 2_000;

/** Aborts when the scan is cancelled or over; call `end` when the work is finished. */
export const watchScan = (
  deps: Pick<ScanDeps, 'db' | 'log'>,
  [tenantId, scanId]: readonly [tenantId: string, scanId: string],
  pollMs: number = defaultPollMs,
) => {
  const controller = new AbortController();
  const timer = setInterval(() => {
    findOngoingScan(deps, tenantId, scanId)
      .then((found) => found?.integration ?? controller.abort())
      .catch((error: unknown) => deps.log.warn('A scan could not be checked.', { error }));
  }, pollMs);
  return { signal: controller.signal, end: () => clearInterval(timer) };
};
