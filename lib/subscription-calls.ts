import { countedAccounts } from './domain/integrations/plan-limit.service.ts';
import type { subscriptionRoutes } from './domain/subscriptions/subscription.routes.ts';
import {
  type SubscriptionDeps,
  subscriptionService,
} from './domain/subscriptions/subscription.service.ts';
import type { Service } from './kernel/route.ts';

/** Every call about subscriptions; the accounts that plans count belong to an area above it. */
export const subscriptionCalls = (
  deps: Omit<SubscriptionDeps, 'countedAccounts'>,
): Service<typeof subscriptionRoutes> =>
  subscriptionService({
    ...deps,
    countedAccounts: (tenantId) => countedAccounts(deps.db, tenantId),
  });
