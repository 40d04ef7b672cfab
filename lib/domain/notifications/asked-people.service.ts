import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { decide } from '../account/permission.rules.ts';
import { botStore } from '../bots/bot.store.ts';
import type { Execution, WaitingFor } from '../executions/execution.schema.ts';
import { startersOf } from '../executions/history/history.rules.ts';
import { userStore } from '../users/user.store.ts';
import { answerPath } from './answer-path.service.ts';
import { callerOf } from '../users/caller.service.ts';

/** The people who are asked by an agent, and the console page where they answer. */
export type AskedPeople = { path: string; to: string[] };

/** The users who started a run, or if nobody did, the author of its bot. */
const findRunOwners = async (db: Database, run: Execution): Promise<Caller[]> => {
  const { tenant_id, bot_id } = run;
  const starters = startersOf(run);
  const author = async () => (await botStore(db, tenant_id).get(bot_id))?.created_by ?? [];
  const found: Caller[] = [];
  for (const id of starters.length > 0 ? starters : [await author()].flat()) {
    const user = await userStore(db, tenant_id).get(id);
    if (user) found.push(await callerOf(db, user));
  }
  return found;
};

/** The people behind the run who may answer an agent, grouped by the page where they do. */
export const findAskedPeople = async (
  db: Database,
  run: Execution,
  thread: NonNullable<WaitingFor['thread']>,
): Promise<AskedPeople[]> => {
  const byPath = new Map<string, string[]>();
  for (const caller of await findRunOwners(db, run)) {
    const path = answerPath(caller, run, thread);
    if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), caller.user_id]);
  }
  return [...byPath].map(([path, to]) => ({ path, to }));
};

const { getUserInput, submitUserInput } = guards;

/** The people to mail about a form that names nobody: those behind the run who may fill it in. */
export const findFormRecipients = async (db: Database, run: Execution): Promise<string[]> =>
  (await findRunOwners(db, run))
    .filter((one) => [getUserInput, submitUserInput].every((call) => decide(one, call).allowed))
    .map(({ user_id }) => user_id);
