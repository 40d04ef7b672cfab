import type { Database } from '#lib/kernel/database.ts';
import type { Service } from '#lib/kernel/route.ts';
import { organisationStore } from '../organisations/organisation.store.ts';
import type { userRoutes } from './user.routes.ts';

export const userService = ({ db }: { db: Database }): Service<typeof userRoutes> => ({
  async getCurrentUser({ tenant_id, user_id, name, userType, readOnly }) {
    const organisation = await organisationStore(db, tenant_id).get();
    const shown = { tenant_id, _id: user_id, name, userType, readOnly };
    return { ...shown, organisation: organisation?.name ?? '' };
  },
});
