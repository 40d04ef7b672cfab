import type { UserInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import type { EngineDeps } from '../deps.ts';

/**
 * The form as it stands. A pending one whose time is over is expired by a conditional write; if
 * somebody submits in the same moment, what they submitted counts.
 */
export const settledInput = async (
  { db, realtime, clock }: Pick<EngineDeps, 'db' | 'realtime' | 'clock'>,
  tenantId: string,
  id: string,
): Promise<UserInput | undefined> => {
  const store = userInputStore(db, tenantId);
  for (;;) {
    const found = await store.get(id);
    if (found?.status !== 'PENDING' || clock() < Date.parse(found.expires_on)) return found;
    if (await store.expire(id)) {
      const frame = { user_input_id: id, status: 'EXPIRED' as const };
      await realtime.push(tenantId, 'user_input_updated', frame).catch(() => undefined);
    }
  }
};
