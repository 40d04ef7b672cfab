import { authorizeSocket } from '#lib/aws/socket.ts';
import { realtimeChannels } from '#lib/channels.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { db } from '../deps/database.ts';
import { clock, environment } from '../deps/process.ts';

const redeem = redeemTicket({ db, clock, channels: realtimeChannels });

export const handler = authorizeSocket(redeem, environment('SITE_URL'));
