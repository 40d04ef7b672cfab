import { sweep } from '#lib/domain/executions/runs/sweep.service.ts';
import { failScan } from '#lib/domain/inventory/scans/scan-progress.service.ts';
import { sweepScans } from '#lib/domain/inventory/scans/start-scan.service.ts';
import { retestDue } from '#lib/domain/integrations/retest.service.ts';
import { jobs } from '../deps/agent-jobs.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner, scanner } from '../deps/runner.ts';
import { closeStrangers } from '../deps/loaded/strangers.ts';
import { sideBySide } from '../side-by-side.ts';

const sweepRuns = sweep({ db, runner, realtime, bus, clock });

const scanning = { db, files, realtime, bus, clock };

const sweepInventory = sweepScans({
  ...scanning,
  scanner,
  fail: (scan, cause) => failScan(scanning, scan, cause),
});

const retest = retestDue({ db, bus, clock });

const sweepAll = sideBySide(
  {
    sockets: closeStrangers,
    runs: sweepRuns,
    'agent jobs': jobs.sweep,
    scans: sweepInventory,
    retests: retest,
  },
  log,
);

export const handler = async (): Promise<void> => sweepAll();
