// The periodic tasks of a running server.
import { realtimeChannels } from '#lib/channels.ts';
import type { AgentJobs } from '#lib/domain/agents/jobs/job.service.ts';
import { removeOrphans } from '#lib/domain/executions/runs/orphans.service.ts';
import { sweep } from '#lib/domain/executions/runs/sweep.service.ts';
import { failScan } from '#lib/domain/inventory/scans/scan-progress.service.ts';
import { type ScanSweepDeps, sweepScans } from '#lib/domain/inventory/scans/start-scan.service.ts';
import { startDueTests } from '#lib/domain/integrations/retest.service.ts';
import { type DigestDeps, sendDigests } from '#lib/domain/notifications/digest.service.ts';
import { removeOldRuns } from '#lib/domain/retention/retention.service.ts';
import { closeUnauthorised } from '#lib/domain/ws/listening.service.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { LocalDatabase } from '#lib/local/database.ts';
import { removeExpired } from '#lib/local/expiry.ts';
import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';
import type { Ticker } from '#lib/local/ticker.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import { scheduleReconciler } from '#lib/schedules.ts';
import { tables } from '#lib/tables.ts';
import type { Stores } from './stores.ts';

type UpkeepDeps = Pick<DigestDeps, 'mail' | 'site'> & {
  db: LocalDatabase;
  runner: EmbeddedRunner;
  scanner: EmbeddedRunner;
  realtime: Stores['realtime'];
  files: Stores['files'];
  bus: Bus;
  scheduler: Scheduler;
  jobs: AgentJobs;
  clock: Clock;
  log: Log;
};

/** Starts the tasks; resolves once the work left by an earlier process has been checked. */
export const startUpkeep = (ticker: Ticker, deps: UpkeepDeps): Promise<void> => {
  const { db, files, runner, realtime, scheduler, clock, log } = deps;
  ticker.every('schedules', 3600_000, scheduleReconciler({ db, scheduler, clock, log }));
  ticker.every('orphans', 3600_000, removeOrphans({ db, runner, clock, log }));
  ticker.every('expired', 3600_000, removeExpired({ db, tables, clock }));
  ticker.every('forgotten runs', 3600_000, async () => {
    await runner.forget();
    await deps.scanner.forget();
  });
  ticker.every('dated files', 3600_000, () => files.removeDated(clock()));
  const closeSockets = closeUnauthorised({
    db,
    clock,
    sockets: realtime,
    channels: realtimeChannels,
  });
  ticker.every('sockets', 30_000, () => closeSockets());
  ticker.every('sweep', 60_000, sweep(deps));
  const fail: ScanSweepDeps['fail'] = (scan, cause) => failScan(deps, scan, cause);
  ticker.every('scans', 60_000, sweepScans({ ...deps, fail }));
  ticker.every('agent jobs', 10_000, deps.jobs.sweep);
  ticker.every('retests', 60_000, startDueTests({ db, bus: deps.bus, clock }));
  ticker.every('digests', 60_000, sendDigests(deps));
  ticker.every('retention', 60_000, removeOldRuns(deps));
  return sweep(deps, 0)();
};
