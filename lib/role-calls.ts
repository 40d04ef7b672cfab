import { type RoleDeps, roleService } from './domain/roles/role.service.ts';
import type { roleRoutes } from './domain/roles/role.routes.ts';
import { peopleIn } from './domain/users/user.store.ts';
import type { Service } from './kernel/route.ts';

/** Every call about roles, with the people who have them: users are an area above roles. */
export const roleCalls = (deps: Omit<RoleDeps, 'people'>): Service<typeof roleRoutes> =>
  roleService({ ...deps, people: peopleIn(deps.db) });
