import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { decide, type GuardedRoute } from '../account/permission.rules.ts';
import { botStore } from '../bots/bot.store.ts';
import { shownDashboards } from '../dashboards/dashboard.rules.ts';
import { dashboardStore } from '../dashboards/dashboard.store.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import { subscriptionStore } from '../subscriptions/subscription.store.ts';
import type { User } from '../users/user.schema.ts';
import { userStore } from '../users/user.store.ts';
import {
  hasOwnDashboard,
  isCloud,
  isCommunication,
  isDone,
  isInvited,
  isSubscribed,
  progressOf,
} from './getting-started.rules.ts';
import {
  type Progress,
  type StepKey,
  type StoredProgress,
  storedProgress,
} from './getting-started.schema.ts';
import type { onboardingRoutes } from './onboarding.routes.ts';

export type OnboardingDeps = { db: Database; clock: Clock };

/** The calls that complete a step; the right to read subscriptions alone opens no step. */
const stepGuards: readonly GuardedRoute[] = [
  guards.createIntegration,
  guards.createBot,
  guards.createUser,
  guards.createDashboard,
];

const mayTakeAny = (caller: Caller): boolean =>
  stepGuards.some((guard) => decide(caller, guard).allowed);

const findConnectedKinds = async (db: Database, tenantId: string) => {
  let [cloud, communication] = [false, false];
  for await (const one of integrationStore(db, tenantId).all()) {
    cloud ||= isCloud(one);
    communication ||= isCommunication(one);
    if (cloud && communication) break;
  }
  return { cloud, communication };
};

const hasInvited = async (db: Database, tenantId: string): Promise<boolean> => {
  for await (const one of userStore(db, tenantId).all()) if (isInvited(one)) return true;
  return false;
};

/** Which steps an organisation has completed; no other data about it is returned. */
const findCompletedSteps = async (
  db: Database,
  tenantId: string,
): Promise<Record<StepKey, boolean>> => {
  const [connected, bot, user, subscriptions, dashboards] = await Promise.all([
    findConnectedKinds(db, tenantId),
    botStore(db, tenantId).hasAny(),
    hasInvited(db, tenantId),
    subscriptionStore(db, tenantId).list(),
    dashboardStore(db, tenantId).all(),
  ]);
  return {
    ...connected,
    bot,
    user,
    subscription: subscriptions.some(isSubscribed),
    dashboard: hasOwnDashboard(shownDashboards(tenantId, dashboards)),
  };
};

const storedProgressOf = ({ onboarding }: User): StoredProgress =>
  storedProgress.parse(onboarding ?? {});

/** Calls of Getting Started, one function a route. */
export const onboardingService = ({
  db,
  clock,
}: OnboardingDeps): Service<typeof onboardingRoutes> => {
  const find = async ({ tenant_id, user_id }: Caller): Promise<User> => {
    const found = await userStore(db, tenant_id).get(user_id);
    if (!found) throw notFound('user');
    return found;
  };

  /** A user who sees no card gets no data about their organisation. */
  const shownTo = async (
    caller: Caller,
    { skipped, closed }: StoredProgress,
  ): Promise<Progress> => {
    if (closed || !mayTakeAny(caller)) return { steps: [], closed, shown: false };
    return progressOf(await findCompletedSteps(db, caller.tenant_id), skipped);
  };

  return {
    getOnboarding: async (caller) => shownTo(caller, storedProgressOf(await find(caller))),

    async updateOnboarding(caller, { skip, closed }) {
      for (;;) {
        const user = await find(caller);
        const stored = storedProgressOf(user);
        const skipped = [...new Set([...stored.skipped, ...(skip ? [skip] : [])])];
        const progress = await shownTo(caller, { skipped, closed: false });
        if (closed && !isDone(progress)) {
          throw conflict('Complete or skip every step, then close the card.', { field: 'closed' });
        }
        const onboarding = { skipped, closed: closed ?? stored.closed };
        const change = { onboarding, updated_at: isoTime(clock()) };
        // Changes from two tabs at once are both applied.
        if (await userStore(db, caller.tenant_id).change(user, change)) {
          return onboarding.closed ? shownTo(caller, onboarding) : progress;
        }
      }
    },
  };
};
