import { openSockets } from '#lib/aws/realtime.ts';
import { connections } from './connections.ts';
import { db } from './database.ts';

export const sockets = openSockets({ client: connections, db });
