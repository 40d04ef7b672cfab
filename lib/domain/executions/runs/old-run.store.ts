import { type Database, readEntries, readItems } from '#lib/kernel/database.ts';
import { timedBounds } from '#lib/kernel/ids.ts';
import { executionStore } from '../execution.store.ts';
import { executionTable } from '../execution.table.ts';
import { type OldRun, oldRun } from './old-run.schema.ts';

const attributes = Object.keys(oldRun.shape);

/** Runs that are read at once. */
const batch = 25;

/** The runs of an organisation, or of one of its bots, that began before this; oldest first. */
export async function* runsBefore(
  db: Database,
  { tenant_id, bot_id }: { tenant_id: string; bot_id?: string | undefined },
  before: number,
): AsyncGenerator<OldRun> {
  const between = timedBounds('exc', 0, before);
  const base = { table: executionTable, attributes, between };
  const question =
    bot_id === undefined
      ? { ...base, partition: tenant_id }
      : { ...base, index: 'by_bot', partition: `${tenant_id}#${bot_id}` };
  for await (const item of readItems(db, question, { limit: batch })) yield oldRun.parse(item);
}

/** Whether its bot has had no other run that is kept; the index may be a moment behind. */
export const isLastOfBot = async (
  db: Database,
  { tenant_id, _id, bot_id }: Pick<OldRun, 'tenant_id' | '_id' | 'bot_id'>,
): Promise<boolean> => {
  const partition = `${tenant_id}#${bot_id}`;
  const question = { table: executionTable, index: 'by_bot', partition, descending: true };
  for await (const entry of readEntries(db, question, { limit: 2 })) {
    const other = String(entry._id);
    if (other !== _id && (await executionStore(db, tenant_id).get(other))) return false;
  }
  return true;
};
