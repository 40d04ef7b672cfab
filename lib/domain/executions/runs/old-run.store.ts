import { type Database, readEntries, readItems } from '#lib/kernel/database.ts';
import { timedBounds } from '#lib/kernel/ids.ts';
import { executionStore } from '../execution.store.ts';
import { executionTable } from '../execution.table.ts';
import { type OldRun, oldRun } from './old-run.schema.ts';

const attributes = Object.keys(oldRun.shape);

/** Number of runs per read. */
const batch = 25;

/** The runs of an organisation or of one of its bots created until `before` (ms), oldest first. */
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

/** Whether no other run of the same bot is kept. The index may lag slightly behind. */
export const isLastOfBot = async (
  db: Database,
  { tenant_id, _id, bot_id }: Pick<OldRun, 'tenant_id' | '_id' | 'bot_id'>,
): Promise<boolean> => {
  const partition = `${tenant_id}#${bot_id}`;
  const question = { table: executionTable, index: 'by_bot', partition, descending: true };
  for await (const entry of readEntries(db, question, { limit: 2 })) {
    const otherId = String(entry._id);
    if (otherId !== _id && (await executionStore(db, tenant_id).get(otherId))) return false;
  }
  return true;
};
