import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { approvalStore } from '../approvals/approval.store.ts';
import { cancelApproval } from '../approvals/cancel.service.ts';
import { closedResults } from './execution.rules.ts';
import type { Execution } from './execution.schema.ts';
import { executionStore, pauseStore } from './execution.store.ts';

export type CloseDeps = { db: Database; runner: Runner; realtime: Realtime };

type End = { state: 'FAILED' | 'CANCELLED'; cause: string; now: number };

/**
 * Ends an open run from outside. The record is closed first, then the machine is stopped, so a late
 * step finds nothing to change; what the run waited for is withdrawn. False where it had ended.
 */
export const closeRun = async (deps: CloseDeps, run: Execution, end: End): Promise<boolean> => {
  const { tenant_id, _id: bot_exc_id, waiting_for } = run;
  const { state, cause, now } = end;
  const closed = await executionStore(deps.db, tenant_id).commit(bot_exc_id, {
    results: closedResults(run, state, cause, now),
    state,
    waiting_for: null,
    errors: [cause],
    updated_at: isoTime(now),
    finished_at: isoTime(now),
  });
  if (!closed) return false;
  await deps.runner.stop(bot_exc_id, cause);
  if (waiting_for?.approval_id) {
    await cancelApproval(approvalStore(deps.db, tenant_id), waiting_for.approval_id);
    await pauseStore(deps.db, tenant_id).delete(bot_exc_id, waiting_for.node_id);
  }
  const frame = { bot_exc_id, node_name: waiting_for?.node_id ?? '', status: state };
  await deps.realtime.push(tenant_id, 'bot_execution_updated', frame);
  return true;
};
