import * as z from 'zod';
import { closeRun } from '#lib/domain/executions/close.service.ts';
import type { Execution, WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { pauseStore } from '#lib/domain/executions/pause.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { EngineDeps, PauseDeps } from './deps.ts';
import { ask, type Asked } from './run/question.ts';

const pauseCall = z.object({
  tenant_id: z.string(),
  bot_exc_id: z.string(),
  node_id: z.string(),
  token: z.string(),
});

const isAsked = (waiting: WaitingFor | undefined, nodeId: string): waiting is Asked =>
  waiting?.node_id === nodeId && waiting.approval_id !== undefined;

/** Writes that people are asked, unless the run has gone on since it was read. */
const writeWaiting = async (deps: PauseDeps, run: Execution, nodeId: string): Promise<void> => {
  const { tenant_id, _id: bot_exc_id, updated_at } = run;
  const result = run.results[nodeId];
  const status = 'WAITING_FOR_APPROVAL' as const;
  const change = {
    state: status,
    ...(result && { results: { [nodeId]: { ...result, status } } }),
    updated_at: isoTime(deps.clock()),
  };
  const written = await executionStore(deps.db, tenant_id).commit(bot_exc_id, change, updated_at);
  if (!written) return;
  const frame = { bot_exc_id, node_name: nodeId, status };
  await deps.realtime.push(tenant_id, 'bot_execution_updated', frame).catch(() => undefined);
};

/**
 * Called by the state machine where a run asks people: keeps the task token that ends the pause,
 * then asks. The token is kept first, so that no decision finds none. Where there is nothing left
 * to wait for, the pause is ended at once and the run looks itself.
 */
export const pause =
  (deps: PauseDeps) =>
  async (payload: unknown): Promise<void> => {
    const { tenant_id, bot_exc_id, node_id, token } = pauseCall.parse(payload);
    const pauses = pauseStore(deps.db, tenant_id);
    const place = { bot_exc_id, lane: '', node_id };
    await pauses.put(place, token);
    const run = await executionStore(deps.db, tenant_id).get(bot_exc_id);
    const waits = isAsked(run?.waiting_for, node_id) && (await ask(deps, run, run.waiting_for));
    if (run && waits) {
      await writeWaiting(deps, run, node_id);
      return;
    }
    await deps.resume(token);
    await pauses.delete(place);
  };

const lostCall = z.object({
  tenant_id: z.string(),
  bot_exc_id: z.string(),
  error: z.string(),
  cause: z
    .string()
    .default('')
    .transform((text) => text.slice(0, 500)),
});

/**
 * Called when the state machine gave up on a run: marks it as failed and withdraws its question.
 */
export const lost =
  (deps: Pick<EngineDeps, 'db' | 'realtime' | 'clock' | 'log'>) =>
  async (payload: unknown): Promise<void> => {
    const { tenant_id, bot_exc_id, error, cause } = lostCall.parse(payload);
    const why = `The engine could not go on with this run (${error}). Run the bot again.`;
    const end = { state: 'FAILED' as const, cause: `${why} ${cause}`.trim(), now: deps.clock() };
    const closed = await closeRun(deps, { tenant_id, _id: bot_exc_id }, end);
    if (closed) deps.log.error('The state machine gave up on a run.', { tenant_id, bot_exc_id });
  };
