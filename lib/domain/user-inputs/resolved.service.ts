import { wake, type WakeDeps } from '../executions/wake.service.ts';
import { userInputStore } from './user-input.store.ts';

/** Tells the waiting run that its form was filled in. Told twice, it goes on once. */
export const resumeResolved =
  (deps: WakeDeps) =>
  async ({ tenant_id, user_input_id }: { tenant_id: string; user_input_id: string }) => {
    const store = userInputStore(deps.db, tenant_id);
    const found = await store.get(user_input_id);
    if (!found) return;
    await wake(deps, tenant_id, found);
    await store.markSent(user_input_id);
  };
