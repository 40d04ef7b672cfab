import { collectorFor } from './collectors.ts';
import { db } from './database.ts';
import { files } from './files.ts';
import { clock, log } from './process.ts';
import { realtime } from './realtime.ts';

/** The dependencies of a scan's steps. */
export const scanDeps = { db, files, realtime, clock, log, collectorFor };
