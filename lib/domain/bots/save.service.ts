import type { Database } from '#lib/kernel/database.ts';
import type { MaybePromise } from '#lib/kernel/maybe-promise.ts';
import { badRequest } from '#lib/kernel/refusal.ts';
import type { Bot, BotSettings } from './bot.schema.ts';
import { botStore } from './bot.store.ts';

export type SaveDeps = {
  db: Database;
  /** Returns the problem of a concurrency key expression as a sentence, if it has one. */
  keyProblem: (text: string) => MaybePromise<string | undefined>;
};

/**
 * Throws 400 for settings that would only fail later: an error bot that does not exist, or an
 * invalid key expression. An error bot that was deleted after it was chosen (`previous`) does not
 * prevent other changes: it is only a warning.
 */
export const refuseSettings = async (
  { db, keyProblem }: SaveDeps,
  tenantId: string,
  settings: BotSettings | undefined,
  previous?: Bot,
): Promise<void> => {
  const { error_bot_id, concurrency } = settings ?? {};
  const field = 'settings';
  if (error_bot_id !== undefined && error_bot_id === previous?._id) {
    throw badRequest('A bot cannot be its own error bot. Choose another one.', { field });
  }
  const isChosen = error_bot_id !== undefined && error_bot_id !== previous?.settings?.error_bot_id;
  if (isChosen && !(await botStore(db, tenantId).get(error_bot_id))) {
    throw badRequest('The error bot does not exist. Choose another one.', { field });
  }
  const problem = concurrency?.key === undefined ? undefined : await keyProblem(concurrency.key);
  if (problem !== undefined) throw badRequest(problem, { field });
};
