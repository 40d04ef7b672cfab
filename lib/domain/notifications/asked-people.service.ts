import type { Database } from '#lib/kernel/database.ts';
import { botStore } from '../bots/bot.store.ts';
import type { Execution, WaitingFor } from '../executions/execution.schema.ts';
import { startersOf } from '../executions/history/history.rules.ts';
import { userStore } from '../users/user.store.ts';
import { answerPath } from './answer-place.service.ts';
import { callerOf } from '../users/caller.service.ts';

/** Where somebody answers an agent. */
export type AskedPeople = { path: string; to: string[] };

/**
 * Whom an agent asks: those who made its run start, or who made its bot where nobody did; as many
 * of them as may answer, by the page on which they do.
 */
export const askedPeople = async (
  db: Database,
  run: Execution,
  thread: NonNullable<WaitingFor['thread']>,
): Promise<AskedPeople[]> => {
  const { tenant_id, bot_id } = run;
  const starters = startersOf(run);
  const author = async () => (await botStore(db, tenant_id).get(bot_id))?.created_by ?? [];
  const ids = starters.length > 0 ? starters : [await author()].flat();
  const byPath = new Map<string, string[]>();
  for (const id of ids) {
    const user = await userStore(db, tenant_id).get(id);
    const path = user && answerPath(await callerOf(db, user), run, thread);
    if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), id]);
  }
  return [...byPath].map(([path, to]) => ({ path, to }));
};
