import { deleteConnection } from '#lib/aws/socket.ts';
import { db, forTenant } from '../deps/database.ts';

export const handler = deleteConnection({ db, forTenant });
