import { allRoutes } from './routes.ts';

export type Permission = { name: string; resource_type: string; description: string };

/** Every permission that a route asks for, once, described by the calls it opens. */
export const permissions: Permission[] = Object.values(allRoutes)
  .flatMap((area) => Object.values(area))
  .reduce<Permission[]>((list, { permission, resource, audit }) => {
    const known = list.find(({ name }) => name === permission);
    if (known) known.description += `; ${audit}`;
    else list.push({ name: permission, resource_type: resource, description: audit });
    return list;
  }, []);
