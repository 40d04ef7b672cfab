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

/** A number of the item that is not increased any more once it has reached `most`. */
export type Limit = { name: string; most: number };

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
const notYetCounted = (id: string, seen?: number, limit?: Limit): Condition => {
  const since = seen === 0 ? 'attribute_not_exists(#gen)' : '#gen = :gen';
  const values = {
    ...(seen !== undefined && seen > 0 && { ':gen': seen }),
    ...(limit && { ':most': limit.most }),
  };
  return {
    text: [
      'attribute_not_exists(#seen)',
      ...(seen === undefined ? [] : [since]),
      ...(limit ? ['(attribute_not_exists(#n) OR #n < :most)'] : []),
    ].join(' AND '),
    names: {
      '#seen': countedMarkOf(id),
      ...(seen !== undefined && { '#gen': generation }),
      ...(limit && { '#n': limit.name }),
    },
    ...(Object.keys(values).length > 0 && { values }),
  };
};

const settledMarksByDatabase = new WeakMap<object, Map<string, string[]>>();

/**
 * Numbers to which each thing is added once, however often and by whomever it is reported. The
 * write that counts a thing also leaves its mark in the item, and a marked thing is not counted
 * again. Once a thing is settled, so that it is not reported any more, `isSettled` lets a later
 * write remove its mark. A caller who saw it unsettled before that write notices by the generation.
 */
export const idempotentCounter = (db: Database, table: TableSpec) => {
  const settled = (key: CountedItem['key']): string[] => {
    const all = settledMarksByDatabase.get(db.documents) ?? new Map<string, string[]>();
    settledMarksByDatabase.set(db.documents, all);
    const name = [table.name, ...Object.values(key)].join('\n');
    const known = all.get(name) ?? [];
    // Marks that are forgotten here stay in their item: they only cost some bytes.
    if (all.size >= maxTrackedItems && !all.has(name)) all.clear();
    all.set(name, known);
    return known;
  };

  /** Says that a counted thing will not be reported again, so that its mark may be removed. */
  const isSettled = ({ key, id }: Pick<CountedItem, 'key' | 'id'>): void => {
    settled(key).push(countedMarkOf(id));
  };

  /**
   * Counts a thing; for a caller that is the only one to report it at this time. False if it was
   * counted before, if marks were removed since the generation `seen` (if given), or if the limit
   * is reached.
   */
  const add = async (
    { key, id, amounts }: CountedItem,
    seen?: number,
    limit?: Limit,
  ): Promise<boolean> => {
    const known = settled(key);
    const leaving = known.length >= maxSettledMarks ? known.splice(0) : [];
    const isAdded = await addAmounts(
      db,
      table,
      key,
      { ...amounts, ...(leaving.length > 0 && { [generation]: 1 }) },
      {
        settings: asSettings({
          [countedMarkOf(id)]: 1,
          ...Object.fromEntries(leaving.map((name) => [name, undefined])),
        }),
        condition: notYetCounted(id, seen, limit),
      },
    );
    if (!isAdded) known.push(...leaving);
    return isAdded;
  };

  return {
    add,
    isSettled,

    /**
     * Counts a thing that may have been reported before; `isTold` returns whether it is settled by
     * now. False if the limit is reached and the thing is counted neither now nor before.
     */
    async addAgain(
      counting: CountedItem,
      isTold: () => Promise<boolean>,
      limit?: Limit,
    ): Promise<boolean> {
      for (;;) {
        const item: Item = (await getItem(db, table, counting.key)) ?? {};
        if (Object.hasOwn(item, countedMarkOf(counting.id)) || (await isTold())) return true;
        if (limit && numberIn(item, limit.name) >= limit.most) return false;
        if (await add(counting, numberIn(item, generation), limit)) return true;
      }
    },

    /** Undoes a count; false if the thing is not counted, or was settled and its mark removed. */
    takeBack: ({ key, id, amounts }: CountedItem): Promise<boolean> => {
      const less = Object.entries(amounts).map(([name, amount]) => [name, -amount]);
      return addAmounts(db, table, key, Object.fromEntries(less), {
        settings: asSettings({ [countedMarkOf(id)]: undefined }),
        condition: { text: 'attribute_exists(#seen)', names: { '#seen': countedMarkOf(id) } },
      });
    },
  };
};
