import type { Execution, ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import { type ExecutionChange, executionStore } from '#lib/domain/executions/execution.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { EngineDeps } from '../deps.ts';
import { RunClosed } from './node-error.ts';
import type { RunRecord } from './record.ts';

/** A run that waits longer than its deadline gets as long again to work on. */
export type RunChange = Omit<ExecutionChange, 'results' | 'inline_bytes' | 'updated_at'> & {
  deadline_at?: string;
};

/**
 * Writes a run: whatever is pending goes with each change, and the consoles are told afterwards.
 */
export const runWriter = (deps: EngineDeps, run: Execution, record: RunRecord) => {
  const { tenant_id, _id: bot_exc_id } = run;
  const store = executionStore(deps.db, tenant_id);
  const frames: Promise<unknown>[] = [];
  let isWaiting = run.waiting_for !== undefined;

  const push = (node_name: string, status: ExecutionState) => {
    const frame = { bot_exc_id, node_name, status };
    frames.push(deps.realtime.push(tenant_id, 'bot_execution_updated', frame));
  };

  return {
    /** Throws `RunClosed` where the run has ended: then nothing was written. */
    async commit(change: RunChange = {}): Promise<void> {
      const goesOn = isWaiting ? { state: 'IN_PROGRESS' as const, waiting_for: null } : {};
      const results = Object.fromEntries(record.pending);
      const written = await store.commit(bot_exc_id, {
        ...goesOn,
        ...change,
        results,
        inline_bytes: record.inlineBytes(),
        updated_at: isoTime(deps.clock()),
      });
      if (!written) throw new RunClosed();
      record.pending.clear();
      isWaiting = Boolean(change.waiting_for);
      for (const [id, { status }] of Object.entries(results)) push(id, status);
      if (change.finished_at !== undefined && change.state) push('', change.state);
    },

    /**
     * Resolves when every frame was handed over. A lost frame costs nothing: pages poll as well.
     */
    async told(): Promise<void> {
      const lost = (await Promise.allSettled(frames)).filter(({ status }) => status === 'rejected');
      if (lost.length > 0) {
        deps.log.warn('Frames about a run were lost.', {
          tenant_id,
          bot_exc_id,
          count: lost.length,
        });
      }
    },
  };
};

export type RunWriter = ReturnType<typeof runWriter>;
