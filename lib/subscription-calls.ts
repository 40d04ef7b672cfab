import { statisticsStore } from './domain/executions/history/statistics.store.ts';
import { countedAccounts } from './domain/integrations/plan-limit.service.ts';
import type { subscriptionRoutes } from './domain/subscriptions/subscription.routes.ts';
import {
  type SubscriptionDeps,
  subscriptionService,
} from './domain/subscriptions/subscription.service.ts';
import type { Service } from './kernel/route.ts';

const endedRuns = async (
  deps: Pick<SubscriptionDeps, 'db' | 'clock'>,
  tenantId: string,
  from: string,
  to: string,
): Promise<number> => {
  const { hours } = await statisticsStore(deps, tenantId).between(from, to, 'day');
  return hours.reduce((sum, { count }) => sum + count, 0);
};

/** The service of subscriptions, given the usage that plans limit, from areas above it. */
export const subscriptionCalls = (
  deps: Omit<SubscriptionDeps, 'countedAccounts' | 'endedRuns'>,
): Service<typeof subscriptionRoutes> =>
  subscriptionService({
    ...deps,
    countedAccounts: (tenantId) => countedAccounts(deps.db, tenantId),
    endedRuns: (...args) => endedRuns(deps, ...args),
  });
