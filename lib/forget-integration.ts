import { forgetFindings } from './domain/compliance/evaluations/forget-findings.service.ts';
import { forgetExceptions } from './domain/compliance/exceptions/forget-exceptions.service.ts';
import {
  forgetRows,
  forgetSchedule,
} from './domain/inventory/snapshots/forget-integration.service.ts';
import { snapshotStore } from './domain/inventory/snapshots/snapshot.store.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import type { Files } from './ports/files.ts';
import type { Scheduler } from './ports/scheduler.ts';

type Deps = { db: Database; clock: Clock; files: Pick<Files, 'remove'> };
type SchedulerDeps = { scheduler: Pick<Scheduler, 'delete'> };

/** Removes the data that scans of an integration stored. */
export type Forget = (tenantId: string, integrationId: string) => Promise<void>;

/** Removes the results of an integration's scans. The rows go last: the rest is found by them. */
export const forgetScans =
  (deps: Deps): Forget =>
  async (tenantId, integrationId) => {
    await forgetFindings(deps, tenantId, integrationId);
    await forgetRows(deps, tenantId, integrationId);
  };

/** Removes all data of an integration except its own record; it may never have been scanned. */
export const forgetIntegration = (deps: Deps & SchedulerDeps): Forget => {
  const forget = forgetScans(deps);
  return async (tenantId, integrationId) => {
    await forgetSchedule(deps, tenantId, integrationId);
    await forgetExceptions(deps, tenantId, integrationId);
    const found = await snapshotStore(deps.db, tenantId).get(integrationId);
    if (found) await forget(tenantId, integrationId);
  };
};
