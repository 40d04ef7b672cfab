import { forgetSocket } from '#lib/aws/socket.ts';
import { db, forTenant } from '../deps/database.ts';

export const handler = forgetSocket({ db, forTenant });
