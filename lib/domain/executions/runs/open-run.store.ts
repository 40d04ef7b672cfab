import { type Database, readEntries } from '#lib/kernel/database.ts';
import type { Bot } from '../../bots/bot.schema.ts';
import { askingStates } from '../../questions/question.schema.ts';
import { type ExecutionState, openPhases } from '../execution.schema.ts';
import { executionTable } from '../execution.table.ts';

type BotRef = Pick<Bot, 'tenant_id' | '_id'>;

/** The number of runs of a bot in a state now, up to `maxCount`. */
const countOf = async (
  db: Database,
  { tenant_id, _id }: BotRef,
  state: ExecutionState,
  maxCount: number,
): Promise<number> => {
  const of = { table: executionTable, index: 'by_bot_state', partition: `${tenant_id}#${_id}` };
  let count = 0;
  if (maxCount === 0) return count;
  for await (const _ of readEntries(db, { ...of, prefix: `${state}#` }, { limit: maxCount })) {
    count += 1;
    if (count === maxCount) break;
  }
  return count;
};

/** Whether a bot has any run, ended or not. */
export const hasRuns = async (db: Database, { tenant_id, _id }: BotRef): Promise<boolean> => {
  const of = { table: executionTable, index: 'by_bot_state', partition: `${tenant_id}#${_id}` };
  for await (const _ of readEntries(db, of, { limit: 1 })) return true;
  return false;
};

const maxRunsCounted = 100;

/** Number of runs of a bot that have started and not ended; 100 means that many or more. */
export const countUnderWay = async (db: Database, bot: BotRef): Promise<number> => {
  let count = 0;
  for (const state of ['IN_PROGRESS', ...askingStates] as const) {
    count += await countOf(db, bot, state, maxRunsCounted - count);
  }
  return count;
};

/** Whether a bot has runs that have not ended, according to the index. */
export const hasOpenRuns = async (db: Database, bot: BotRef): Promise<boolean> => {
  // Twice, so that a run that starts or stops waiting during the check is not missed.
  for (const state of [...askingStates, 'IN_PROGRESS', 'QUEUED', ...askingStates] as const) {
    if ((await countOf(db, bot, state, 1)) > 0) return true;
  }
  return false;
};

/** Runs of all tenants that have not ended, as `tenant_id#_id`. */
export const readOpenRunKeys = async (db: Database): Promise<Set<string>> => {
  const keys = new Set<string>();
  for (const partition of openPhases) {
    const question = { table: executionTable, index: 'open', partition };
    for await (const { tenant_id, _id } of readEntries(db, question, {})) {
      keys.add(`${String(tenant_id)}#${String(_id)}`);
    }
  }
  return keys;
};
