import { authorizeSocket } from '#lib/aws/socket.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { deps } from '../deps.ts';

export const handler = authorizeSocket(redeemTicket(deps), deps.environment('SITE_URL'));
