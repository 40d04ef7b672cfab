import { takeMessage } from '#lib/aws/socket.ts';
import { openIncoming } from '#lib/incoming.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner } from '../deps/runner.ts';
import { socketHandler } from '../socket-handler.ts';

const { forTenant, ...deps } = api;

const incoming = openIncoming({ db, clock, realtime, runner });

export const handler = takeMessage(socketHandler({ ...deps, incoming }), forTenant);
