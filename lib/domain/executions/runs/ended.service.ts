import type { Bus } from '#lib/ports/bus.ts';
import { botStore } from '../../bots/bot.store.ts';
import { type ErrorBotDeps, startErrorBot } from './error-bot.service.ts';
import type { Execution } from '../execution.schema.ts';
import { executionStore } from '../execution.store.ts';
import { freeSlot, startQueued } from '../slots/slots.service.ts';
import { mailedTo, mailOutcome, type OutcomeMailDeps } from './outcome-mail.service.ts';
import type { Counters } from '../history/day-sums.store.ts';
import { countAgain, countRun, forgetCounted } from '../history/statistics.service.ts';

export type EndedDeps = ErrorBotDeps & OutcomeMailDeps;

/** Takes the mark from a run that was counted; this goes last. */
const mark = async (deps: Counters, run: Execution): Promise<void> => {
  await executionStore(deps.db, run.tenant_id).markSettled(run._id);
  forgetCounted(deps, run);
};

/**
 * Does what follows from the end of a run: its place goes to the next in the queue, its error bot
 * and whoever started it are told, and it is counted. The mark on the run goes last; told twice, or
 * again after a crash, this does what is left.
 */
export const settleEnded =
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
    await countAgain(deps, run, async () => (await runs.get(bot_exc_id))?.outbox === undefined);
    await mark(deps, run);
  };

/**
 * Begins what follows from an end that was just written. Most runs are only counted, which is done
 * at once; the others start runs or send mail, and are told to whoever may do that. Until this is
 * done the run is marked, and the sweep finds it.
 */
export const followEnd = async (
  { bus, ...deps }: Counters & { bus: Bus },
  run: Execution,
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id, slot, state } = run;
  const isOnlyCounted = slot === undefined && state !== 'FAILED' && mailedTo(run).length === 0;
  if (isOnlyCounted) {
    await countRun(deps, run);
    return mark(deps, run);
  }
  return bus.publish([{ type: 'run_ended', tenant_id, bot_exc_id }]);
};
