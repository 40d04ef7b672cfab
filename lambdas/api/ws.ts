import { ticketRoutes } from '#lib/domain/ws/ticket.routes.ts';
import { ticketService } from '#lib/domain/ws/ticket.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';

const service = ticketService({ db, clock });

export const handler = apiHandler(ticketRoutes, service, api);
