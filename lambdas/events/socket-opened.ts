import { storeConnection } from '#lib/aws/socket.ts';
import { db, forTenant } from '../deps/database.ts';
import { clock } from '../deps/process.ts';

export const handler = storeConnection({ db, clock, forTenant });
