import { userRoutes } from '#lib/domain/users/user.routes.ts';
import { userService } from '#lib/domain/users/user.service.ts';
import { permissions } from '#lib/permissions.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(userRoutes, userService({ ...deps, permissions }), deps);
