import { credentialRoutes } from '#lib/domain/credentials/credential.routes.ts';
import { credentialService } from '#lib/domain/credentials/credential.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(credentialRoutes, credentialService(deps), deps);
