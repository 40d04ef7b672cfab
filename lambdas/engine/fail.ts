import { lost } from '#lib/engine/pause.ts';
import { deps } from '../deps.ts';

// Not the runner: the machine ends by itself after this call.
const { db, realtime, clock, log } = deps;

export const handler = lost({ db, realtime, clock, log });
