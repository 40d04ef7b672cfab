import { roleStore } from '#lib/domain/roles/role.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { auditActionOf, pathVariables, type Route } from '#lib/kernel/route.ts';
import { allRoutes, type Area } from '#lib/routes.ts';
import { email, type Product, tenantId } from '../../support/deployed-product.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** A user with a role of the organisation's own. */
export const newcomer = 'newcomer@acme.example';

/** The first call of each area that needs a role. */
const guardedCalls = (Object.keys(allRoutes) as Area[]).flatMap((area) => {
  const calls = Object.entries<Route>(allRoutes[area]).map(([key, route]) => ({
    area,
    key,
    route,
  }));
  return calls.find(({ route }) => route.holders === undefined) ?? [];
});

/** Adds a user with a role of the organisation's own that allows nothing. */
const addUserWithoutRights = async ({ db }: Product): Promise<void> => {
  const at = isoTime(Date.now());
  const role_id = `role_${'0'.repeat(32)}`;
  await roleStore(db, tenantId).create({
    _id: role_id,
    name: 'Onlooker',
    description: 'It allows nothing.',
    policies: { ALLOW: {}, DENY: {} },
    root_user_id: email,
    created_at: at,
    updated_at: at,
    revision: 1,
  });
  await userStore(db, tenantId).create({
    _id: newcomer,
    name: 'Newcomer',
    userType: 'SUBUSER',
    readOnly: false,
    roles: [role_id],
    settings: {},
    created_at: at,
    updated_at: at,
  });
};

/** Rejected calls in each function of the API. */
export const scenario: Scenario = (open) => {
  describe('the audit trail', () => {
    it('records each refusal in every area', async () => {
      const product = open();
      await addUserWithoutRights(product);
      const api = await product.apiOf(newcomer);
      const refusedActions: string[] = [];
      for (const { area, key, route } of guardedCalls) {
        const input = Object.fromEntries(pathVariables(route.path).map((name) => [name, 'none']));
        const calls: Record<string, (input: never) => Promise<unknown>> = api[area];
        const answer = await calls[key]?.(input as never).catch(String);
        if (String(answer).includes(': 403 ')) refusedActions.push(auditActionOf(key));
      }
      const { items } = await product.api.audit.listAuditTrails({
        user: newcomer,
        number_of_items: 50,
      });
      const refusals = items.filter(({ outcome }) => outcome === 'refused');
      expect(refusals.map(({ action_type }) => action_type).sort()).toEqual(refusedActions.sort());
      expect(refusedActions).toHaveLength(guardedCalls.length);
    });
  });
};
