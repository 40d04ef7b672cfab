import type { GuardedRoute } from '#lib/domain/account/permission.rules.ts';
import { guards } from '#lib/kernel/guards.ts';
import type { Route } from '#lib/kernel/route.ts';
import { allRoutes } from '#lib/routes.ts';

const all = Object.values(allRoutes).flatMap((area) => Object.entries<Route>(area));

/** What decides who may make a call. */
const guardOf = ({ method, permission, resource, holders, reads }: GuardedRoute) => ({
  method,
  permission,
  resource,
  holders,
  reads,
});

describe('the copy of the guard of a call', () => {
  it.each(Object.entries<GuardedRoute>(guards))(
    'equals the guard of the route %s',
    (key, guard) => {
      const routeGuards = all.filter(([name]) => name === key).map(([, route]) => guardOf(route));
      expect(routeGuards).toEqual([guardOf(guard)]);
    },
  );
});
