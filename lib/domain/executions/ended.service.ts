import { botStore } from '../bots/bot.store.ts';
import { type ErrorBotDeps, startErrorBot } from './error-bot.service.ts';
import { executionStore } from './execution.store.ts';
import { freeSlot, startQueued } from './slots.service.ts';
import { countRun } from './statistics.service.ts';

export type EndedDeps = ErrorBotDeps;

/**
 * Does what follows from the end of a run: its place goes to the next in the queue, its error bot
 * is told, and it is counted. The mark on the run goes last; told twice, or again after a crash,
 * this does what is left.
 */
export const settleEnded =
  (deps: EndedDeps) =>
  async ({ tenant_id, bot_exc_id }: { tenant_id: string; bot_exc_id: string }): Promise<void> => {
    const runs = executionStore(deps.db, tenant_id);
    const run = await runs.get(bot_exc_id);
    if (run?.outbox === undefined) return;
    const { bot_id, slot } = run;
    await freeSlot(deps, run);
    if (slot !== undefined) await startQueued(deps, { tenant_id, bot_id, slot });
    const bot = await botStore(deps.db, tenant_id).get(bot_id);
    if (bot) await startErrorBot(deps, run, bot);
    await countRun(deps.db, run, bot);
    await runs.markSettled(bot_exc_id);
  };
