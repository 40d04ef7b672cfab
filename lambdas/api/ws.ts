import { ticketRoutes } from '#lib/domain/ws/ticket.routes.ts';
import { ticketService } from '#lib/domain/ws/ticket.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(ticketRoutes, ticketService(deps), deps);
