import { collectorFor } from './collectors.ts';
import { db } from './database.ts';
import { files } from './files.ts';
import { clock, log } from './process.ts';
import { realtime } from './realtime.ts';

/** What the steps of a scan work with. */
export const scanning = { db, files, realtime, clock, log, collectorFor };
