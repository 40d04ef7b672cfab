import { type RoleDeps, roleService } from './domain/roles/role.service.ts';
import type { roleRoutes } from './domain/roles/role.routes.ts';
import { usersIn } from './domain/users/user.store.ts';
import type { Service } from './kernel/route.ts';

/** The service of roles, given the people who have them: `users` is an area above `roles`. */
export const roleCalls = (deps: Omit<RoleDeps, 'people'>): Service<typeof roleRoutes> =>
  roleService({ ...deps, people: usersIn(deps.db) });
