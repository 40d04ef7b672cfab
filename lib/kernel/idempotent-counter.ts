import * as z from 'zod';
import {
  addAmounts,
  asSettings,
  type Condition,
  type Database,
  getItem,
  type Item,
} from './database.ts';
import { sha256 } from './ids.ts';
import type { TableSpec } from './table.ts';
import type { Amounts } from './update.ts';

/** What is counted and where: the item that holds the numbers, and the amounts to add to them. */
export type CountedItem = { key: Record<string, string>; id: string; amounts: Amounts };

/** A number of the item that is not increased any more once it has reached `max`. */
export type Limit = { name: string; max: number };

const countedMarkPrefix = 's_';
const countedMarkOf = (id: string): string => countedMarkPrefix + sha256(id).slice(0, 16);

/** Counts up when marks of settled things are removed from an item. */
const generation = 'gen';

/** How many settled marks an item may hold before the next write removes them. */
const maxSettledMarks = 4;

const numberIn = (item: Item, name: string): number => z.number().default(0).parse(item[name]);

/** For how many items a process remembers which marks are settled. */
const maxTrackedItems = 1_000;

/** Holds if it is not yet counted, no marks were removed since, and the limit is not reached. */
const notYetCounted = (id: string, seenGeneration?: number, limit?: Limit): Condition => {
  const generationCheck = seenGeneration === 0 ? 'attribute_not_exists(#gen)' : '#gen = :gen';
  const values = {
    ...(seenGeneration !== undefined && seenGeneration > 0 && { ':gen': seenGeneration }),
    ...(limit && { ':most': limit.max }),
  };
  return {
    text: [
      'attribute_not_exists(#seen)',
      ...(seenGeneration === undefined ? [] : [generationCheck]),
      ...(limit ? ['(attribute_not_exists(#n) OR #n < :most)'] : []),
    ].join(' AND '),
    names: {
      '#seen': countedMarkOf(id),
      ...(seenGeneration !== undefined && { '#gen': generation }),
      ...(limit && { '#n': limit.name }),
    },
    ...(Object.keys(values).length > 0 && { values }),
  };
};

const settledMarksByDatabase = new WeakMap<object, Map<string, string[]>>();

/**
 * Numbers to which each thing is added once, however often and by whomever it is reported. The
 * write that counts a thing also leaves its mark in the item, and a marked thing is not counted
 * again. Once a thing is settled, so that it is not reported any more, `markSettled` lets a later
 * write remove its mark. A caller who saw it unsettled before that write notices by the generation.
 */
export const idempotentCounter = (db: Database, table: TableSpec) => {
  const settledMarks = (key: CountedItem['key']): string[] => {
    const all = settledMarksByDatabase.get(db.documents) ?? new Map<string, string[]>();
    settledMarksByDatabase.set(db.documents, all);
    const name = [table.name, ...Object.values(key)].join('\n');
    const marks = all.get(name) ?? [];
    // Marks that are forgotten here stay in their item: they only cost some bytes.
    if (all.size >= maxTrackedItems && !all.has(name)) all.clear();
    all.set(name, marks);
    return marks;
  };

  /** Says that a counted thing will not be reported again, so that its mark may be removed. */
  const markSettled = ({ key, id }: Pick<CountedItem, 'key' | 'id'>): void => {
    settledMarks(key).push(countedMarkOf(id));
  };

  /**
   * Counts a thing; for a caller that is the only one to report it at this time. False if it was
   * counted before, if marks were removed since the generation `seenGeneration` (if given), or if
   * the limit is reached.
   */
  const add = async (
    { key, id, amounts }: CountedItem,
    seenGeneration?: number,
    limit?: Limit,
  ): Promise<boolean> => {
    const marks = settledMarks(key);
    const removedMarks = marks.length >= maxSettledMarks ? marks.splice(0) : [];
    const isAdded = await addAmounts(
      db,
      table,
      key,
      { ...amounts, ...(removedMarks.length > 0 && { [generation]: 1 }) },
      {
        settings: asSettings({
          [countedMarkOf(id)]: 1,
          ...Object.fromEntries(removedMarks.map((name) => [name, undefined])),
        }),
        condition: notYetCounted(id, seenGeneration, limit),
      },
    );
    if (!isAdded) marks.push(...removedMarks);
    return isAdded;
  };

  return {
    add,
    markSettled,

    /**
     * Counts a thing that may have been reported before; `isSettledNow` returns whether it is
     * settled by now. False if the limit is reached and the thing is counted neither now nor
     * before.
     */
    async addAgain(
      countedItem: CountedItem,
      isSettledNow: () => Promise<boolean>,
      limit?: Limit,
    ): Promise<boolean> {
      for (;;) {
        const item: Item = (await getItem(db, table, countedItem.key)) ?? {};
        if (Object.hasOwn(item, countedMarkOf(countedItem.id)) || (await isSettledNow()))
          return true;
        if (limit && numberIn(item, limit.name) >= limit.max) return false;
        if (await add(countedItem, numberIn(item, generation), limit)) return true;
      }
    },

    /** Undoes a count; false if the thing is not counted, or was settled and its mark removed. */
    takeBack: ({ key, id, amounts }: CountedItem): Promise<boolean> => {
      const negated = Object.entries(amounts).map(([name, amount]) => [name, -amount]);
      return addAmounts(db, table, key, Object.fromEntries(negated), {
        settings: asSettings({ [countedMarkOf(id)]: undefined }),
        condition: { text: 'attribute_exists(#seen)', names: { '#seen': countedMarkOf(id) } },
      });
    },
  };
};
