import {
  closeStopped,
  type StoppedDeps,
  type StoppedRun,
} from './domain/executions/runs/stopped.service.ts';
import { closeStoppedScan, type LoseDeps } from './domain/inventory/scans/end-scan.service.ts';
import type { MachineName } from './machines.ts';

/** What is told of each run that its machine has ended without success; answers what it changed. */
export type StoppedHandlers = Record<MachineName, (stopped: StoppedRun) => Promise<unknown>>;

/** Closes the record of a run that a machine has ended; it may be told of twice, or of a lane. */
export const stoppedHandlers = (deps: StoppedDeps & LoseDeps): StoppedHandlers => ({
  'bot-run': closeStopped(deps),
  'inventory-run': closeStoppedScan(deps),
});
