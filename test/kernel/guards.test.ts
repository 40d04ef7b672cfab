import type { Guarded } from '#lib/domain/account/permission.rules.ts';
import { catalogue } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import { guards } from '#lib/kernel/guards.ts';
import { isWrite, type Route } from '#lib/kernel/route.ts';
import { allRoutes } from '#lib/routes.ts';

const all = Object.values(allRoutes).flatMap((area) => Object.entries<Route>(area));

/** What decides who may make a call. */
const guardOf = ({ method, permission, resource, holders, reads }: Guarded) => ({
  method,
  permission,
  resource,
  holders,
  reads,
});

describe('what guards a call, written out for those that are not it', () => {
  it.each(Object.entries<Guarded>(guards))('of %s is that of its route', (key, guard) => {
    const named = all.filter(([name]) => name === key).map(([, route]) => guardOf(route));
    expect(named).toEqual([guardOf(guard)]);
  });

  it.each(Object.entries(catalogue))('of the widget %s is that of a call that reads', (_, one) => {
    const reads = all.map(([, route]) => route).filter((route) => !isWrite(route));
    const written = [one.guard, one.orGuard].filter((guard) => guard !== undefined);
    for (const guard of written) expect(reads).toContainEqual(expect.objectContaining(guard));
  });
});
