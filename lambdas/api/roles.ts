import { roleRoutes } from '#lib/domain/roles/role.routes.ts';
import { roleService } from '#lib/domain/roles/role.service.ts';
import { permissions } from '#lib/permissions.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(roleRoutes, roleService({ ...deps, permissions }), deps);
