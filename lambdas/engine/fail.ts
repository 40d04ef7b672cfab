import { failAbandonedRun } from '#lib/engine/abandoned-run.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { clock, log } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { tenantHandler } from '../tenant-handler.ts';

// No runner: the machine ends by itself after this call. Machines of runs that AI agents started
// stay in their pause at no cost: their records are closed, and a late step ends them.
export const handler = tenantHandler(failAbandonedRun({ db, realtime, bus, clock, log }));
