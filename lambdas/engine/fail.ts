import { lost } from '#lib/engine/pause.ts';
import { deps } from '../deps.ts';
import { tenantHandler } from '../tenant-handler.ts';

// Not the runner: the machine ends by itself after this call.
const { db, realtime, bus, clock, log } = deps;

export const handler = tenantHandler(lost({ db, realtime, bus, clock, log }));
