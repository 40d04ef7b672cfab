import { isPaged, pathVariables, type Route } from '#lib/kernel/route.ts';
import { allRoutes, type Area } from '#lib/routes.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** A list route of each area that has one. */
const lists = (Object.keys(allRoutes) as Area[]).flatMap((area) => {
  const calls = Object.entries<Route>(allRoutes[area]).map(([key, route]) => ({
    area,
    key,
    route,
  }));
  const isFree = ({ path }: Route) => pathVariables(path).length === 0;
  return calls.find(({ route }) => isPaged(route) && isFree(route)) ?? [];
});

/** Cursors of lists, which every function seals and opens with the same key. */
export const scenario: Scenario = (open) => {
  describe('an unsealed cursor', () => {
    it.each(lists)('is refused by the lists of $area', async ({ area, key }) => {
      const calls: Record<string, (input: never) => Promise<unknown>> = open().api[area];
      const answer = await calls[key]?.({ next: 'none' } as never).catch(String);
      expect(answer).toContain(': 400 ');
    });
  });
};
