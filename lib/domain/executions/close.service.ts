import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { approvalStore } from '../approvals/approval.store.ts';
import { cancelApproval } from '../approvals/cancel.service.ts';
import { closedResults, isFinal } from './execution.rules.ts';
import type { Execution } from './execution.schema.ts';
import { type ExecutionChange, executionStore, pauseStore } from './execution.store.ts';

export type CloseDeps = {
  db: Database;
  realtime: Realtime;
  /** Absent where the machine has ended by itself. */
  runner?: Pick<Runner, 'stop'>;
};

type End = { state: 'FAILED' | 'CANCELLED'; cause: string; now: number };

const ending = (run: Execution, { state, cause, now }: End): ExecutionChange => ({
  results: closedResults(run, state, cause, now),
  state,
  waiting_for: null,
  errors: [cause],
  updated_at: isoTime(now),
  finished_at: isoTime(now),
});

/** Takes back what an ended run had asked for. */
const withdraw = async ({ db }: CloseDeps, run: Execution): Promise<void> => {
  const { tenant_id, _id: bot_exc_id, waiting_for } = run;
  if (!waiting_for?.approval_id) return;
  await cancelApproval(approvalStore(db, tenant_id), waiting_for.approval_id);
  await pauseStore(db, tenant_id).delete(bot_exc_id, waiting_for.node_id);
};

/**
 * Ends an open run from outside. The record is closed first, then the machine is stopped, so a late
 * step finds nothing to change; what the run waited for is withdrawn. False where it had ended.
 */
export const closeRun = async (
  deps: CloseDeps,
  { tenant_id, _id: bot_exc_id }: Pick<Execution, 'tenant_id' | '_id'>,
  end: End,
): Promise<boolean> => {
  const store = executionStore(deps.db, tenant_id);
  const read = async () => {
    const run = await store.get(bot_exc_id);
    return run && !isFinal(run.state) ? run : undefined;
  };
  let run = await read();
  // A step that was written after the record was read must be neither undone nor forgotten.
  while (run && !(await store.commit(bot_exc_id, ending(run, end), run.updated_at))) {
    run = await read();
  }
  if (!run) return false;
  await withdraw(deps, run);
  await deps.runner?.stop(bot_exc_id, end.cause);
  const frame = { bot_exc_id, node_name: run.waiting_for?.node_id ?? '', status: end.state };
  await deps.realtime.push(tenant_id, 'bot_execution_updated', frame).catch(() => undefined);
  return true;
};
