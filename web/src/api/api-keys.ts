import { apiKeyRoutes } from '#lib/domain/api-keys/api-key.routes.ts';
import { client } from './client.ts';

export const apiKeys = client(apiKeyRoutes);
