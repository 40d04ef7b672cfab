import { roleRoutes } from '#lib/domain/roles/role.routes.ts';
import { roleService } from '#lib/domain/roles/role.service.ts';
import { permissions } from '#lib/permissions.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

// Named one by one: each part is made where it is read, and needs its variables there.
const { db, clock } = deps;

export const handler = apiHandler(roleRoutes, roleService({ db, clock, permissions }), deps);
