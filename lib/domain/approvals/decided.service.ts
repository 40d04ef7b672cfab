import { wake, type WakeDeps } from '../executions/wake.service.ts';
import { approvalStore } from './approval.store.ts';

/** Tells the waiting run that its approval was decided. Told twice, it goes on once. */
export const resumeDecided =
  (deps: WakeDeps) =>
  async ({ tenant_id, approval_id }: { tenant_id: string; approval_id: string }): Promise<void> => {
    const approvals = approvalStore(deps.db, tenant_id);
    const approval = await approvals.get(approval_id);
    if (!approval) return;
    await wake(deps, tenant_id, approval);
    await approvals.markSent(approval_id);
  };
