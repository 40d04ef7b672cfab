import { removeOrphans } from '#lib/domain/executions/runs/orphans.service.ts';
import { scheduleCheck } from '#lib/schedules.ts';
import { db } from '../deps/database.ts';
import { clock, log } from '../deps/process.ts';
import { runner } from '../deps/runner.ts';
import { scheduler } from '../deps/scheduler.ts';

const checkSchedules = scheduleCheck({ db, scheduler, clock, log });
const clear = removeOrphans({ db, runner, clock, log });

export const handler = async () => ({ schedules: await checkSchedules(), orphans: await clear() });
