import type { Database } from '#lib/kernel/database.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import type { RealtimeHub } from './realtime.ts';

const lostRights = 4403;

/** Closes the sockets of people who are no longer there (security design, A8). */
export const closeStrangers = (db: Database, hub: RealtimeHub) => async (): Promise<void> => {
  for (const owner of hub.owners()) {
    const user = await userStore(db, owner.tenant_id).get(owner.user_id);
    if (!user) hub.close(owner, lostRights, 'You may no longer listen here.');
  }
};
