import type { Permission } from './domain/roles/role.schema.ts';
import type { Route } from './kernel/route.ts';
import { allRoutes } from './routes.ts';

/** Every permission that roles can grant, listed once, with the calls that it allows. */
export const permissions: Permission[] = Object.values(allRoutes)
  .flatMap((area): Route[] => Object.values(area))
  .filter(({ holders }) => holders === undefined)
  .reduce<Permission[]>((list, { permission, resource, audit }) => {
    const existing = list.find(({ name }) => name === permission);
    if (existing) existing.description += `; ${audit}`;
    else list.push({ name: permission, resource_type: resource, description: audit });
    return list;
  }, []);
