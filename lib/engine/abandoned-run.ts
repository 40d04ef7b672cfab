import * as z from 'zod';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { isWindow, wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import type { EngineDeps } from './deps.ts';
import { endLanes } from './run/lanes/end-lanes.ts';
import { RunClosed } from './run/node-error.ts';

const abandonedCall = z.object({
  tenant_id: z.string(),
  bot_exc_id: z.string(),
  lane: z.string().default(wholeRun),
  error: z.string(),
  cause: z
    .string()
    .default('')
    .transform((text) => text.slice(0, 500) || undefined),
});

type AbandonedDeps = Pick<EngineDeps, 'db' | 'realtime' | 'bus' | 'clock' | 'log'>;

/** Ends a lane that its state machine gave up on, unless the run has ended already. */
const failLane = async (
  deps: AbandonedDeps,
  { tenant_id, bot_exc_id, lane, error, cause: details }: z.infer<typeof abandonedCall>,
): Promise<void> => {
  const run = await executionStore(deps.db, tenant_id).get(bot_exc_id);
  if (!run || isFinal(run.state)) return;
  const cause = `The engine could not continue this branch or iteration (${error}).`;
  const end = { state: 'FAILED' as const, cause, details };
  await endLanes(deps, run, lane, end).catch((failure: unknown) => {
    if (!(failure instanceof RunClosed)) throw failure;
  });
};

/**
 * Called when the state machine gave up on a run or one of its lanes: marks it as failed, withdraws
 * its questions and ends its agents. For a lane, the run itself decides what that failure means.
 */
export const failAbandonedRun =
  (deps: AbandonedDeps) =>
  async (payload: unknown): Promise<void> => {
    const call = abandonedCall.parse(payload);
    const { tenant_id, bot_exc_id, lane, error, cause: details } = call;
    deps.log.error('The state machine gave up on a run.', { tenant_id, bot_exc_id, lane });
    if (lane === wholeRun) {
      const cause = `The engine could not continue this run (${error}). Run the bot again.`;
      const end = { state: 'FAILED' as const, cause, details, now: deps.clock() };
      await closeRun(deps, { tenant_id, _id: bot_exc_id }, end);
    } else if (!isWindow(lane)) await failLane(deps, call);
  };
