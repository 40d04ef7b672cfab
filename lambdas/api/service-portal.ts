import { portalRoutes } from '#lib/domain/service-portal/portal.routes.ts';
import { portalService } from '#lib/domain/service-portal/portal.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(portalRoutes, portalService(deps), deps);
