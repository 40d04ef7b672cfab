import { realtimeChannels } from '#lib/channels.ts';
import { closeUnauthorised as closeAll } from '#lib/domain/ws/listening.service.ts';
import { db } from '../database.ts';
import { clock } from '../process.ts';
import { sockets } from '../sockets.ts';

export const endUnauthorisedSockets = closeAll({ db, clock, sockets, channels: realtimeChannels });
