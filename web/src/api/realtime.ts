import { ticketRoutes } from '#lib/domain/ws/ticket.routes.ts';
import { client } from './client.ts';

export const realtime = client(ticketRoutes);
