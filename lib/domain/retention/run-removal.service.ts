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

/** How much (ms) the clocks of processes that wrote the ids of a run's questions may differ. */
const clockSkewMs = 60_000;

/** The id range that contains a run's questions among those of its organisation. */
const questionIdBounds = (prefix: 'apr' | 'inp', { _id, updated_at, finished_at }: OldRun) =>
  timedBounds(
    prefix,
    timeOfId(_id) - clockSkewMs,
    Date.parse(finished_at ?? updated_at) + clockSkewMs,
  );

/** A deleted bot's outlines are kept to display its runs; they are removed with the last run. */
const removeOutlines = async (db: Database, run: OldRun): Promise<void> => {
  const { tenant_id, bot_id } = run;
  if (!(await isLastOfBot(db, run))) return;
  const versions = botVersionStore(db, tenant_id);
  for await (const number of versions.numbers(bot_id)) await versions.delete(bot_id, number);
};

/**
 * Removes an ended run with everything that is of no use without it; returns the number of items
 * removed. The run itself goes last, so that after a crash it is found again. Data used in
 * statistics or as evidence stays: counters, the audit trail, decided approvals.
 */
export const removeRun = async (
  { db, files }: RemovalDeps,
  run: OldRun,
  isBotGone: boolean,
): Promise<number> => {
  const { tenant_id, _id } = run;
  const [lanes, threads, approvals, inputs] = await Promise.all([
    laneStore(db, tenant_id).removeAll(_id),
    threadStore(db, tenant_id).removeOfRun(_id),
    removeUndecided(db, { tenant_id, bot_exc_id: _id }, questionIdBounds('apr', run)),
    userInputStore(db, tenant_id).removeOfRun(_id, questionIdBounds('inp', run)),
    files.removeAll(runFolder(tenant_id, _id)),
  ]);
  if (isBotGone) await removeOutlines(db, run);
  await executionStore(db, tenant_id).removeEnded(_id);
  return lanes + threads + approvals + inputs + 1;
};
