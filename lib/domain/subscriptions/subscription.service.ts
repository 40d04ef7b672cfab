import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Service } from '#lib/kernel/route.ts';
import { forecastOf, monthOf, resetAt } from './plan.rules.ts';
import { planNow } from './plan.service.ts';
import type { subscriptionRoutes } from './subscription.routes.ts';
import { subscriptionStore } from './subscription.store.ts';
import { usageStore } from './usage.store.ts';

export type SubscriptionDeps = {
  db: Database;
  clock: Clock;
  /** The contact for this installation. */
  support: { email?: string };
  /** Returns the ids of the accounts that plans count. */
  countedAccounts: (tenantId: string) => Promise<readonly string[]>;
  /** Returns how many runs ended between two days (`2026-09-01`), both included. */
  endedRuns: (tenantId: string, from: string, to: string) => Promise<number>;
};

/** Calls of the subscriptions area, one function a route. */
export const subscriptionService = ({
  db,
  clock,
  support: { email },
  countedAccounts,
  endedRuns,
}: SubscriptionDeps): Service<typeof subscriptionRoutes> => ({
  async listSubscriptions({ tenant_id }) {
    const found = await subscriptionStore(db, tenant_id).list();
    return { items: found.map(({ tenant_id: _, ...view }) => view) };
  },

  async getPlanUsage({ tenant_id }) {
    const now = clock();
    const month = monthOf(now);
    const [plan, accounts] = await Promise.all([
      planNow(db, tenant_id, now),
      countedAccounts(tenant_id),
    ]);
    // Starts without a limit are not counted, so ended runs are, as for the dashboards.
    const executions =
      plan.executions === null
        ? await endedRuns(tenant_id, `${month}-01`, isoTime(now).slice(0, 10))
        : await usageStore(db, tenant_id).executions(month);
    return {
      plan,
      month,
      resets_at: resetAt(now),
      executions,
      forecast: forecastOf(executions, now),
      accounts: accounts.length,
      ...(email !== undefined && { support_email: email }),
    };
  },
});
