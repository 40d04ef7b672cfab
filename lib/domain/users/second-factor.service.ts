import type { Database } from '#lib/kernel/database.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { noAccount } from './account.rules.ts';
import { hasOwnAccount } from './own-account.service.ts';
import type { userRoutes } from './user.routes.ts';
import { userStore } from './user.store.ts';

type Deps = { db: Database; identity: Identity };

/** The call for users who have lost their authenticator app and cannot switch it off themselves. */
export const secondFactorCalls = ({
  db,
  identity,
}: Deps): Pick<Service<typeof userRoutes>, 'resetSecondFactor'> => ({
  async resetSecondFactor({ tenant_id }, { user_id }) {
    const one = await userStore(db, tenant_id).get(user_id);
    if (!one) throw notFound('user');
    if (!(await hasOwnAccount(identity, one))) throw noAccount();
    await identity.forgetSecondFactor(user_id);
    return {};
  },
});
