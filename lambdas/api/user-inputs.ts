import { userInputRoutes } from '#lib/domain/user-inputs/user-input.routes.ts';
import { userInputService } from '#lib/domain/user-inputs/user-input.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(userInputRoutes, userInputService(deps), deps);
