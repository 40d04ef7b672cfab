import type { Database } from '#lib/kernel/database.ts';
import { timedBounds, timeOfId } from '#lib/kernel/ids.ts';
import type { Files } from '#lib/ports/files.ts';
import { removeUndecided } from '../approvals/approval.store.ts';
import { botVersionStore } from '../bots/bot.store.ts';
import { threadStore } from '../chat/thread.store.ts';
import { executionStore } from '../executions/execution.store.ts';
import { runFolder } from '../executions/lanes/lane.rules.ts';
import { laneStore } from '../executions/lanes/lane.store.ts';
import type { OldRun } from '../executions/runs/old-run.schema.ts';
import { isLastOfBot } from '../executions/runs/old-run.store.ts';
import { userInputStore } from '../user-inputs/user-input.store.ts';

export type RemovalDeps = { db: Database; files: Pick<Files, 'removeAll'> };

/** Clocks of the processes that wrote the ids of a run's questions may differ so much (ms). */
const clocksDiffer = 60_000;

/** Where the questions of a run lie among those of its organisation. */
const whileItRan = (prefix: 'apr' | 'inp', { _id, updated_at, finished_at }: OldRun) =>
  timedBounds(
    prefix,
    timeOfId(_id) - clocksDiffer,
    Date.parse(finished_at ?? updated_at) + clocksDiffer,
  );

/** By the outlines of a deleted bot its runs are read: they go with the last one. */
const removeOutlines = async (db: Database, run: OldRun): Promise<void> => {
  const { tenant_id, bot_id } = run;
  if (!(await isLastOfBot(db, run))) return;
  const versions = botVersionStore(db, tenant_id);
  for await (const number of versions.numbers(bot_id)) await versions.delete(bot_id, number);
};

/**
 * Removes an ended run with all that is of no use without it; answers how many items that were. The
 * run itself goes last: whoever dies in between leaves it to be found again. What others count by
 * or prove with stays: statistics, the audit trail, decided approvals.
 */
export const removeRun = async (
  { db, files }: RemovalDeps,
  run: OldRun,
  isBotGone: boolean,
): Promise<number> => {
  const { tenant_id, _id } = run;
  const [lanes, said, approvals, inputs] = await Promise.all([
    laneStore(db, tenant_id).removeAll(_id),
    threadStore(db, tenant_id).removeOfRun(_id),
    removeUndecided(db, { tenant_id, bot_exc_id: _id }, whileItRan('apr', run)),
    userInputStore(db, tenant_id).removeOfRun(_id, whileItRan('inp', run)),
    files.removeAll(runFolder(tenant_id, _id)),
  ]);
  if (isBotGone) await removeOutlines(db, run);
  await executionStore(db, tenant_id).removeEnded(_id);
  return lanes + said + approvals + inputs + 1;
};
