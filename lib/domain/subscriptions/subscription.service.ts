import type { Database } from '#lib/kernel/database.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { subscriptionRoutes } from './subscription.routes.ts';
import { subscriptionStore } from './subscription.store.ts';

/** Calls of the subscriptions area, one function a route. */
export const subscriptionService = ({
  db,
}: {
  db: Database;
}): Service<typeof subscriptionRoutes> => ({
  async listSubscriptions({ tenant_id }) {
    const found = await subscriptionStore(db, tenant_id).list();
    return { items: found.map(({ tenant_id: _, ...shown }) => shown) };
  },
});
