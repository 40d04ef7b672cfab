import { removeOrphans } from '#lib/domain/executions/runs/orphans.service.ts';
import { reconcileSchedules } from '#lib/domain/bots/reconcile-schedules.service.ts';
import { db } from '../deps/database.ts';
import { clock, log } from '../deps/process.ts';
import { runner } from '../deps/runner.ts';
import { scheduler } from '../deps/scheduler.ts';

const reconcile = reconcileSchedules({ db, scheduler, clock, log });
const clear = removeOrphans({ db, runner, clock, log });

export const handler = async () => ({ schedules: await reconcile(), orphans: await clear() });
