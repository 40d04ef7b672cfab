import { listenerRoutes } from '#lib/domain/listeners/listener.routes.ts';
import { listenerService } from '#lib/domain/listeners/listener.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(listenerRoutes, listenerService(deps), deps);
