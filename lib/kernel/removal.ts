import { eachOf } from './at-once.ts';
import { type Database, deleteItem, type Item, type Question, readItems } from './database.ts';

/** Items that are removed at the same time. */
const atOnce = 16;

/** Items that are looked up before the first of them is removed. */
const batch = 100;

/**
 * Removes the items that answer a question, those that are meant; answers how many. Of what they
 * hold only the keys and the attributes that the question names are read. It may end anywhere: who
 * asks again removes what is left.
 */
export const removeItems = async (
  db: Database,
  asked: Question,
  isMeant: (item: Item) => boolean = () => true,
): Promise<number> => {
  const { table, attributes = [] } = asked;
  let removed = 0;
  let keys: Item[] = [];
  const removeThem = async () => {
    await eachOf(keys, atOnce, (key) => deleteItem(db, table, key));
    removed += keys.length;
    keys = [];
  };
  for await (const item of readItems(db, { ...asked, attributes })) {
    if (!isMeant(item)) continue;
    keys.push({ [table.partition]: item[table.partition], [table.sort]: item[table.sort] });
    if (keys.length === batch) await removeThem();
  }
  await removeThem();
  return removed;
};
