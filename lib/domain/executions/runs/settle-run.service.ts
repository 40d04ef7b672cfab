import type { Bus } from '#lib/ports/bus.ts';
import { botStore } from '../../bots/bot.store.ts';
import { type ErrorBotDeps, startErrorBot } from './error-bot.service.ts';
import type { Execution } from '../execution.schema.ts';
import { executionStore } from '../execution.store.ts';
import { freeSlot, startQueued } from '../slots/slots.service.ts';
import { mailOutcome, mailRecipientsOf, type OutcomeMailDeps } from './outcome-mail.service.ts';
import type { CounterDeps } from '../history/day-sums.store.ts';
import { countRun, countRunOnce, forgetCounted } from '../history/statistics.service.ts';

export type EndedDeps = ErrorBotDeps & OutcomeMailDeps;

/** Removes the mark of a run whose follow-up work is done; this is the last step. */
const removeOutboxMark = async (deps: CounterDeps, run: Execution): Promise<void> => {
  await executionStore(deps.db, run.tenant_id).markSettled(run._id);
  forgetCounted(deps, run);
};

/**
 * Does the follow-up work of a run's end: gives its place to the next run in the queue, starts its
 * error bot, mails the people who started it, and counts it. The mark on the run is removed last;
 * called twice, or again after a crash, this does what is left.
 */
export const settleEndedRun =
  (deps: EndedDeps) =>
  async ({ tenant_id, bot_exc_id }: { tenant_id: string; bot_exc_id: string }): Promise<void> => {
    const run = await executionStore(deps.db, tenant_id).get(bot_exc_id);
    if (run?.outbox === undefined) return;
    const { bot_id, slot, state } = run;
    await freeSlot(deps, run);
    if (slot !== undefined) await startQueued(deps, { tenant_id, bot_id, slot });
    const bot = state === 'FAILED' ? await botStore(deps.db, tenant_id).get(bot_id) : undefined;
    if (bot) await startErrorBot(deps, run, bot);
    await mailOutcome(deps, run);
    const runs = executionStore(deps.db, tenant_id);
    await countRunOnce(deps, run, async () => (await runs.get(bot_exc_id))?.outbox === undefined);
    await removeOutboxMark(deps, run);
  };

/**
 * Begins the follow-up work of an end that was just written. Most runs are only counted, which is
 * done at once; for the others `run_ended` is published, and its receiver starts runs or sends
 * mail. Until the work is done the run is marked, so that the sweep finds it.
 */
export const beginFollowUp = async (
  { bus, ...deps }: CounterDeps & { bus: Bus },
  run: Execution,
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id, slot, state } = run;
  const isOnlyCounted =
    slot === undefined && state !== 'FAILED' && mailRecipientsOf(run).length === 0;
  if (isOnlyCounted) {
    await countRun(deps, run);
    return removeOutboxMark(deps, run);
  }
  return bus.publish([{ type: 'run_ended', tenant_id, bot_exc_id }]);
};
