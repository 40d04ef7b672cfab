import { forEachInBatches } from './in-batches.ts';
import { type Database, deleteItem, type Item, type Question, readItems } from './database.ts';

/** Items that are deleted in parallel. */
const concurrentDeletes = 16;

/** Items that are read before a batch is deleted. */
const batchSize = 100;

/**
 * Deletes the items that match a question and `isTarget`; returns how many. Only the keys and the
 * attributes that the question names are read. It may be interrupted at any point: calling it again
 * deletes the rest.
 */
export const removeItems = async (
  db: Database,
  question: Question,
  isTarget: (item: Item) => boolean = () => true,
): Promise<number> => {
  const { table, attributes = [] } = question;
  let removedCount = 0;
  let keys: Item[] = [];
  const removeBatch = async () => {
    await forEachInBatches(keys, concurrentDeletes, (key) => deleteItem(db, table, key));
    removedCount += keys.length;
    keys = [];
  };
  for await (const item of readItems(db, { ...question, attributes })) {
    if (!isTarget(item)) continue;
    keys.push({ [table.partition]: item[table.partition], [table.sort]: item[table.sort] });
    if (keys.length === batchSize) await removeBatch();
  }
  await removeBatch();
  return removedCount;
};
