import type { Database } from '#lib/kernel/database.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { pauseStore } from '../executions/execution.store.ts';
import { approvalStore } from './approval.store.ts';

export type DecidedDeps = { db: Database; runner: Runner };

/** Tells the waiting run that its approval was decided. Told twice, it goes on once. */
export const resumeDecided =
  ({ db, runner }: DecidedDeps) =>
  async ({ tenant_id, approval_id }: { tenant_id: string; approval_id: string }): Promise<void> => {
    const approvals = approvalStore(db, tenant_id);
    const approval = await approvals.get(approval_id);
    if (!approval) return;
    const pauses = pauseStore(db, tenant_id);
    const token = await pauses.get(approval.bot_exc_id, approval.node_id);
    if (token !== undefined) {
      await runner.resume(token);
      await pauses.delete(approval.bot_exc_id, approval.node_id);
    }
    await approvals.markSent(approval_id);
  };
