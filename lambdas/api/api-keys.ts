import { apiKeyRoutes } from '#lib/domain/api-keys/api-key.routes.ts';
import { apiKeyService } from '#lib/domain/api-keys/api-key.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(apiKeyRoutes, apiKeyService(deps), deps);
