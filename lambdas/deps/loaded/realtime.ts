import { openRealtime } from '#lib/aws/realtime.ts';
import { connections } from '../connections.ts';
import { db } from '../database.ts';
import { clock, log } from '../process.ts';

export const realtime = openRealtime({ client: connections, db, clock, log });
