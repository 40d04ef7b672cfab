import {
  closeStoppedRun,
  type StoppedDeps,
  type StoppedRun,
} from './domain/executions/runs/stopped-machine.service.ts';
import { closeStoppedScan, type LostScanDeps } from './domain/inventory/scans/end-scan.service.ts';
import type { MachineName } from './machines.ts';

/** Called for each run that its machine ended without success; returns what was changed. */
export type StoppedHandlers = Record<MachineName, (stopped: StoppedRun) => Promise<unknown>>;

/** Closes the record of a run that a machine ended; may be called twice, or for a lane. */
export const stoppedHandlers = (deps: StoppedDeps & LostScanDeps): StoppedHandlers => ({
  'bot-run': closeStoppedRun(deps),
  'inventory-run': closeStoppedScan(deps),
});
