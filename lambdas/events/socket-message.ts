import { handleMessage } from '#lib/aws/socket.ts';
import { openSocketCalls } from '#lib/socket-calls.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner } from '../deps/runner.ts';
import { socketHandler } from '../socket-handler.ts';

const { forTenant, ...deps } = api;

const incoming = openSocketCalls({ db, clock, realtime, runner });

export const handler = handleMessage(socketHandler({ ...deps, incoming }), forTenant);
