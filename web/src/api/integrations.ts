import { integrationRoutes } from '#lib/domain/integrations/integration.routes.ts';
import { client } from './client.ts';

export const integrations = client(integrationRoutes);
