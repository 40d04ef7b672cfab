import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Runner } from '#lib/ports/runner.ts';
import type { Bot } from '../bots/bot.schema.ts';
import { newExecution } from './execution.rules.ts';
import type { Execution, RunOptions } from './execution.schema.ts';
import { executionStore } from './execution.store.ts';

export type StartDeps = { db: Database; clock: Clock; runner: Runner };

export type RunStart = Pick<Execution, '_id' | 'trigger' | 'version'> & {
  input?: unknown;
  options?: RunOptions;
};

/**
 * Starts a run of a bot. The id is derived from what caused it where that may be told twice: then
 * the second start is a success that changes nothing.
 */
export const startRun = async (
  { db, clock, runner }: StartDeps,
  bot: Bot,
  { input, ...start }: RunStart,
): Promise<string> => {
  const { tenant_id } = bot;
  const { _id: bot_exc_id } = start;
  const run = newExecution(bot, { ...start, input }, clock());
  await executionStore(db, tenant_id).create(run);
  await runner.start(bot_exc_id, { tenant_id, bot_exc_id, lane: '' });
  return bot_exc_id;
};
