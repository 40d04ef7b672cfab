import { sweep } from '#lib/domain/executions/runs/sweep.service.ts';
import { failScan } from '#lib/domain/inventory/scans/scan-progress.service.ts';
import { sweepScans } from '#lib/domain/inventory/scans/start-scan.service.ts';
import { startDueTests } from '#lib/domain/integrations/retest.service.ts';
import { jobs } from '../deps/agent-jobs.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner, scanner } from '../deps/runner.ts';
import { endUnauthorisedSockets } from '../deps/loaded/unauthorised-sockets.ts';
import { runInParallel } from '../run-in-parallel.ts';

const sweepRuns = sweep({ db, runner, realtime, bus, clock });

const sweepDeps = { db, files, realtime, bus, clock };

const sweepInventory = sweepScans({
  ...sweepDeps,
  scanner,
  fail: (scan, cause) => failScan(sweepDeps, scan, cause),
});

const requestRetests = startDueTests({ db, bus, clock });

const sweepAll = runInParallel(
  {
    sockets: endUnauthorisedSockets,
    runs: sweepRuns,
    'agent jobs': jobs.sweep,
    scans: sweepInventory,
    retests: requestRetests,
  },
  log,
);

export const handler = async (): Promise<void> => sweepAll();
