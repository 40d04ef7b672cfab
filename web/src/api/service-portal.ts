import { portalRoutes } from '#lib/domain/service-portal/portal.routes.ts';
import { client } from './client.ts';

export const servicePortal = client(portalRoutes);
