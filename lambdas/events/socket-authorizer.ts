import { authorizeSocket } from '#lib/aws/socket.ts';
import { realtimeChannels } from '#lib/channels.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { deps } from '../deps.ts';

const { db, clock } = deps;
const redeem = redeemTicket({ db, clock, channels: realtimeChannels });

export const handler = authorizeSocket(redeem, deps.environment('SITE_URL'));
